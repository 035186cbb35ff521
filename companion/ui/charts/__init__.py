"""Charts of the statistics: bars, columns, a balance and a line, drawn with a Pen like everything else."""
