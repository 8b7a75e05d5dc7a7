"""Value functions estimate chances without play-outs, for charts and for choosing where to look, never for a mark."""
