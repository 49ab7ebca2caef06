/// The end of a worker, as a state machine: it has ended once its process has ended and its channel has closed.
///
/// When the process has ended, answers and notes of its last moments may still wait in the channel. They decide which
/// calls are lost.
struct WorkerEnding: Sendable {
  private enum Channel {
    /// It is not connected.
    case none
    /// It is about to be connected, or may still be read.
    case open
    case closed
  }

  private var channel = Channel.none
  private var death: WorkerDeath?

  var isDead: Bool { death != nil }

  var isClosed: Bool { channel == .closed }

  /// Its process was started.
  ///
  /// - Returns: whether its channel is to be connected: not if the process has ended already.
  mutating func beginConnecting() -> Bool {
    guard death == nil, channel == .none else { return false }
    channel = .open
    return true
  }

  /// Its process has ended.
  ///
  /// - Returns: the death if the worker has ended with it; nil while its channel may be read.
  mutating func died(_ death: WorkerDeath) -> WorkerDeath? {
    guard self.death == nil else { return nil }
    self.death = death
    return channel == .open ? nil : death
  }

  /// Its channel has closed, or was not connected.
  ///
  /// - Returns: the death if the worker has ended with it; nil while its process runs.
  mutating func closed() -> WorkerDeath? {
    guard channel != .closed else { return nil }
    defer { channel = .closed }
    // Without a channel, ``died(_:)`` has returned the death already.
    return channel == .open ? death : nil
  }
}
