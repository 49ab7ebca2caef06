"""The parts of the fuzzers of HTTP and JSON."""
