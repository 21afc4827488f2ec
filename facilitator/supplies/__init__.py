"""What an evening needs: extra cards, shopping, the box, the space; no minutes, no pages."""
