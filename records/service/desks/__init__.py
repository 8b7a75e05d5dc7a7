"""The desks that ``GameBook`` holds."""
