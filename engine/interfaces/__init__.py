"""The interfaces of a memory: command line, HTTP service, tools for models, explorer, adapters, plots."""
