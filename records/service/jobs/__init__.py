"""Long work beside the server: kinds of jobs, and what works at their parts (design/architecture: The way of long work)."""
