"""Work on other machines, or in other processes, by the schedulers and workers of Dask; it knows no model."""
