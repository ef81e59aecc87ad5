"""balancier for notebooks."""
