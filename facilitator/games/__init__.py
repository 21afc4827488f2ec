"""The games: public facts and rules; they know no protocol."""
