/// How much a worker's process may do, in the words of `config.toml`.
package enum SandboxMode: String, Sendable, Hashable, CaseIterable {
  /// No network of its own, no new processes, no writable file but those of its temporary folder, as far as the kernel
  /// can enforce it.
  case strict
  /// What the host's user may do, within the worker's limits.
  case open
}
