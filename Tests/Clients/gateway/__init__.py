"""What the tests of the gateway share: strict upstreams, the recorded answers of a project, and clients that record."""
