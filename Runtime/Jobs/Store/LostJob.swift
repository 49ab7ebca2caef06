/// A job of another host whose lease ran out.
struct LostJob: Sendable, Equatable {
  let id: Int64
  let name: String
  let fence: Int64
  let attempt: Int
  let maximumAttempts: Int
  let holder: String
  /// The number of hosts that died before while they ran it.
  let lostLeases: Int
  /// Whether its host died or stopped responding. A host that shut down has left the table of hosts.
  let hasHostDied: Bool
  /// Whether it was cancelled. It then ends.
  var isCancelled = false
}
