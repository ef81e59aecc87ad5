"""Figures as inline SVG: one small file a kind, all drawn by Matplotlib in the page's own colours."""
