/// The calls of a worker and its retirement, as a state machine.
///
/// A worker that the host retires leaves after its last call. From then on no call begins in it.
struct WorkerRetirement: Sendable {
  private var running = 0
  private var isRetired = false

  /// Whether the worker is about to end.
  private var isLeaving: Bool { isRetired && running == 0 }

  /// A call has come.
  ///
  /// - Returns: whether it begins.
  mutating func begin() -> Bool {
    guard !isLeaving else { return false }
    running += 1
    return true
  }

  /// A call has ended.
  ///
  /// - Returns: whether the worker leaves now.
  mutating func end() -> Bool {
    running -= 1
    return isLeaving
  }

  /// The host has asked the worker to end after its calls.
  ///
  /// - Returns: whether the worker leaves now.
  mutating func retire() -> Bool {
    isRetired = true
    return isLeaving
  }
}
