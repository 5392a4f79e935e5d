"""Workers: they do the work that is due for users, beside the requests of a service, in processes, or on Dask."""
