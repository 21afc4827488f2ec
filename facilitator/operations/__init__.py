"""Operations that people carry out with cards on a table, and their effects, without any game or text."""
