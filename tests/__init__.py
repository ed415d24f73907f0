"""The tests of vsym; `oracle` is the brute force that they hold it against."""
