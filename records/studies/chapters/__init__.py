"""Studies: chapters made of records, with tasks whose keys the engine works out."""
