"""Players that learn: ``python3 -m learn GAME`` trains a small network by playing against itself."""
