"""Games so small that they can be counted out, and facts that hold for the printed game: what any simulator of these rules must reproduce."""
