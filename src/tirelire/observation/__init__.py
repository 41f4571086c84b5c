"""Observations: what a seat may know, as a fixed number of small whole numbers.

One module for each game describes its observation field by field (`LAYOUT`) and writes it; the
contract stands in `contract`. Seats are counted from the observing one, clockwise, so that all
seats can share one policy.
"""
