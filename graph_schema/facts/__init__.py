"""Facts as a function of assertions: values and pure functions, without a database or a clock."""
