"""Facts as a function of what was asserted: values and pure functions, without a database or a clock."""
