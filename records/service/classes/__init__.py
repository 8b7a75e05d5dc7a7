"""Classes: the part of ``GameBook`` by which a study is taught, live and in between."""
