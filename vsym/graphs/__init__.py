"""Coloured graphs and their automorphisms, which other people's tools find and every one of which is checked here."""
