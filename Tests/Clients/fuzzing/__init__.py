"""What the fuzzers of HTTP and JSON are made of."""
