"""Value functions: what a chance is estimated by without a play-out, for charts and for choosing where to look, never for a mark."""
