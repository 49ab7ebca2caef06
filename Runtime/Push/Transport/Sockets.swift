internal import CCurl
internal import Curl

/// Which lane's connection a socket belongs to: all share one poller.
final class Sockets {
  private let poller: Poller
  private let registry: Registry

  /// Whose a socket is.
  struct Owner {
    let lane: LaneName
    let connection: LaneState.ConnectionID
    /// What libcurl waits for (`CURL_POLL_…`).
    let interest: Int32
  }

  /// What the lanes' sockets have in common.
  final class Registry {
    var owners: [Int32: Owner] = [:]
  }

  private let lane: LaneName

  init(poller: Poller, registry: Registry, lane: LaneName) {
    self.poller = poller
    self.registry = registry
    self.lane = lane
  }

  func watch(_ socket: Int32, _ interest: Int32, for connection: LaneState.ConnectionID) -> Bool {
    // libcurl says it again with every request.
    if registry.owners[socket]?.interest == interest { return true }
    registry.owners[socket] =
      interest == CURL_POLL_REMOVE ? nil : Owner(lane: lane, connection: connection, interest: interest)
    return poller.watch(socket, interest)
  }

  /// A connection is gone, and has closed its sockets without a word.
  func forget(_ connection: LaneState.ConnectionID) {
    registry.owners = registry.owners.filter { $0.value.lane != lane || $0.value.connection != connection }
  }
}
