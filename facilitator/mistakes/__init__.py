"""What can go wrong at a table and what it gives away, in bits; nothing here knows a run or asks a host."""
