"""UNO: its cards, public facts and rules; no protocol, and hidden cards only where `fast` plays in thought."""
