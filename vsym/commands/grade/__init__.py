"""`vsym grade`: students' models held against what an instructor demands of them."""
