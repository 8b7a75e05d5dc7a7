"""Charts of a game: what they draw, how they are drawn, and nothing about pages. plotly is imported in here only."""

from web.charts.kinds import CHARTS, Chart, has_charts

__all__ = ["CHARTS", "Chart", "has_charts"]
