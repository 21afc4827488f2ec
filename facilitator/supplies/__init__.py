"""What an evening needs: extra cards, shopping, the box, the space.  Used by plan, print and play."""
