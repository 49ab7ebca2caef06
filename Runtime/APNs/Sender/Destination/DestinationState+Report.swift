import Push

extension DestinationState {
  var connectionReports: [PushConnections.Connection] {
    connections.map { connection in
      let state: PushConnections.Connection.State =
        switch connection.phase {
        case .warming: .warming
        case .open: .open
        case .retiring: .retiring
        }
      return PushConnections.Connection(
        state: state, inFlight: connection.requests.count,
        limit: min(connection.limit, configuration.inFlightPerConnection))
    }
  }
}
