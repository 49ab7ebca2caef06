internal import CCurl
internal import Curl

/// Which lane's connection a socket belongs to: all share one poller.
final class Sockets {
  private let poller: Poller
  private let registry: Registry

  /// What the lanes' sockets have in common.
  final class Registry {
    var owners: [Int32: (lane: PushEnvironment, connection: LaneState.ConnectionID)] = [:]
  }

  private let lane: PushEnvironment

  init(poller: Poller, registry: Registry, lane: PushEnvironment) {
    self.poller = poller
    self.registry = registry
    self.lane = lane
  }

  func watch(_ socket: Int32, _ interest: Int32, for connection: LaneState.ConnectionID) -> Bool {
    registry.owners[socket] = interest == CURL_POLL_REMOVE ? nil : (lane, connection)
    return poller.watch(socket, interest)
  }

  /// A connection is gone, and has closed its sockets without a word.
  func forget(_ connection: LaneState.ConnectionID) {
    registry.owners = registry.owners.filter { $0.value != (lane, connection) }
  }
}
