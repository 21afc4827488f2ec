"""Everything on paper: sheets as data in millimetres; nothing is made into PDF but by `drawing`."""
