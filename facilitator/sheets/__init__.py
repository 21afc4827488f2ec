"""Everything on paper: sheets as data in millimetres, and the one module that turns them into PDF."""
