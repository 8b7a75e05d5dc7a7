"""Tables of the documents that are printed from the code, each between two comments.

``make tables`` prints all of them anew; ``tests/test_printed.py`` fails where a document and the code differ.
"""
