"""The pieces of the box survey: keys to answer with, lists to fill in, what stands beside a question."""
