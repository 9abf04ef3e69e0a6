"""Commands of complaints."""
