"""The book-keeping: records of card games as streams of events. No Flask, no text formats."""
