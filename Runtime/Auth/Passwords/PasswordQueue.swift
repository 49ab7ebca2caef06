/// The waiting queue for password hashing, without threads. At most ``width`` hashes run and at most ``capacity`` wait,
/// a quarter of them from one network. Further hashes are refused.
struct PasswordQueue<Waiter> {
  /// Hashes computed at a time.
  static var width: Int { 2 }
  /// The most hashes that wait.
  static var capacity: Int { 48 }

  /// The result of ``enter(_:of:)``.
  enum Entry: Hashable {
    case starts, waits, isRefused
  }

  private var running = 0
  private var waiting: [(waiter: Waiter, network: String?)] = []

  /// Adds a hash. `network` is nil for a client without a limit per network; ``leave()`` returns `waiter` when a hash
  /// that waited can start.
  mutating func enter(_ waiter: Waiter, of network: String?) -> Entry {
    if running < Self.width {
      running += 1
      return .starts
    }
    guard waiting.count < Self.capacity else { return .isRefused }
    if let network, waiting.count(where: { $0.network == network }) >= Self.capacity / 4 { return .isRefused }
    waiting.append((waiter, network))
    return .waits
  }

  /// Ends a hash; returns the one that has waited longest and starts now, nil if none waits.
  mutating func leave() -> Waiter? {
    guard waiting.isEmpty else { return waiting.removeFirst().waiter }
    running -= 1
    return nil
  }
}
