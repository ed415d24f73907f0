"""The ways to decide a property of a counter system, one file each."""
