"""House-rule permissions to answer a draw card with another draw card."""

STACKS = ("+ on +", "D on D", "D on +", "+ on D")
"""All permissions in the order in which table files list them: the symbol of the answer, and that of the top card."""
