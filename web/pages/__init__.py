"""Server-rendered pages: the one renderer. Each page is whole without a script."""
