"""Programs that measure: speed, how often intervals hold the truth, who plays best. Run them as ``python -m benchmarks.NAME``."""
