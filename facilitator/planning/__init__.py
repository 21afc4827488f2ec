"""Plan a game session in advance: extra cards and shopping, forecasts of its duration, and the choices that
fit.
"""
