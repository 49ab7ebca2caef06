package import FoundationEssentials

/// The host that serves the console.
package struct HostDescription: Sendable {
  /// The version of the program or of its application.
  package let version: String
  /// The name of the host, as the queue's leases and the list of hosts have it.
  package let name: String
  package let started: Date
  /// Whether the host stands alone, with an embedded database and its own sign-in.
  package let isEmbedded: Bool
  /// Whether only this machine reaches the host.
  package let isLoopback: Bool
  /// Returns the start of the host's URLs, without a slash at the end. It is known once the host listens.
  package let url: @Sendable () -> String

  package init(
    version: String, name: String, started: Date, isEmbedded: Bool, isLoopback: Bool,
    url: @escaping @Sendable () -> String
  ) {
    self.version = version
    self.name = name
    self.started = started
    self.isEmbedded = isEmbedded
    self.isLoopback = isLoopback
    self.url = url
  }
}
