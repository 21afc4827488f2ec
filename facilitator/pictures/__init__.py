"""Pictures of the table, drawn from operations: one description for pages, paper and terminals."""
