import Push

extension DestinationState {
  /// The states of the connections.
  var connectionReports: [DestinationReport.Connection] {
    connections.map { connection in
      let phase: DestinationReport.Connection.Phase =
        switch connection.phase {
        case .warming: .warming
        case .open: .open
        case .retiring: .retiring
        }
      return DestinationReport.Connection(
        phase: phase, requests: connection.requests.count,
        limit: min(connection.limit, configuration.inFlightPerConnection))
    }
  }

  /// The stop that still holds.
  func stop(at now: ContinuousClock.Instant) -> DestinationReport.Stop? {
    stop.flatMap {
      $0.until > now ? DestinationReport.Stop(fault: $0.fault, remaining: now.duration(to: $0.until)) : nil
    }
  }
}
