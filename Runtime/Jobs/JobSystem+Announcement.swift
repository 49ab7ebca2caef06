extension JobSystem {
  /// Sets the source of the figures that this host publishes with each announcement.
  package func announce(_ figures: @escaping @Sendable () -> HostFigures) { store.announcement.set(figures) }

  /// The hosts that have announced themselves, the newest first.
  package func hosts() async throws -> [JobHost] { try await store.hosts() }

  /// The name of this host in the table of hosts and in the history.
  package var hostName: String { store.holder }
}
