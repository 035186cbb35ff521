"""The parts of the Table screen: what a tap means, and the kinds of decision panel."""
