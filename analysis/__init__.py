"""From design points to numbers: studies, runs, tables, statistics. Imports `sim` and `strategies`, never `reports`."""
