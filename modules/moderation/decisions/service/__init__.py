"""Commands of decisions and appeals."""
