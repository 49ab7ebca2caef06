package import Edge

/// The answer of the control `push_overview`: where a host's pushes go, and how its connections are.
package struct PushOverview: Codable, Sendable, Hashable {
  package let status: PushStatus
  /// The connections that were used; empty before the first notification.
  package let connections: [PushConnections]
  /// The phones of the host's simulator; nil if pushes go elsewhere.
  package let phones: [SimulatedPhone]?

  package init(status: PushStatus, connections: [PushConnections], phones: [SimulatedPhone]?) {
    self.status = status
    self.connections = connections
    self.phones = phones
  }
}
