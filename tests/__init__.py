"""The tests of vsym; `oracle` is the brute force against which they check it."""
