"""One sitting at the table: playing with undo and resume, the durable journal of all games, their history."""
