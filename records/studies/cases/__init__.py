"""Disputes: questions about the rules at a moment of a record, with claims, rulings and appeals."""
