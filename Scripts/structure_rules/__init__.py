"""The rules that Scripts/structure.py checks, one module each."""
