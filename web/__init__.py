"""What people use: pages, API, charts and the command line."""
