"""The games: public facts and rules, a file or a room each, behind one interface; no protocol, no hidden card."""
