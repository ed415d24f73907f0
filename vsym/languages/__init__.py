"""What models are written in. A language is a folder here and a line in `registry.py`; nothing else imports one."""
