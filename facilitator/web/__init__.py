"""The table's screen: one page from this machine that shows what is public and can be tapped; nothing hidden."""
