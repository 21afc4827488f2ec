"""UNO: its cards, its public facts and rules.  No protocol, no hidden card."""
