"""A reader of the English sentences said at the table, and a judge of what comes of them.

The reader knows words and things, and nothing of the program. The judge knows the program, and reads no sentence.
"""
