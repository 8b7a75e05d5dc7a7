"""The shapes of what goes out as JSON, and of what may be asked: marshmallow schemas, shared by API and command line."""
