"""Records as columns, for pandas, polars and DuckDB."""
