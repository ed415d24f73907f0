"""The whole story of a model as one HTML page: first as values (`values.py`), then through templates/report.html.j2."""
