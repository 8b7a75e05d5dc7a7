"""Whether what is stored is whole: chains, read models, files held against records, and names that were erased."""
