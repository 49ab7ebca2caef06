import NIOCore

/// The rules of the memory for requests' bodies, as a state machine.
///
/// An exchange acquires the memory for its body before the body is read, and releases it at its end. Small and large requests wait in
/// separate queues, in the order of arrival. An eighth of the capacity is reserved for small requests, so that a flood of large bodies
/// does not stop ordinary calls. Only ``acquire(_:ticket:)`` waits, and a waiting exchange holds no memory, so exchanges cannot
/// deadlock.
struct BodyBudgetState {
  enum Answer: Equatable {
    case granted
    /// The request waits until its ticket is granted or given up.
    case waits
    /// The request exceeds the most for one exchange, or too many exchanges wait.
    case refused
  }

  private struct Waiter {
    let ticket: UInt64
    let bytes: Int
  }

  /// The largest small request in bytes: enough for three times a body of 64 KiB.
  static let small = 256 << 10
  /// The memory of a waiting exchange that is not acquired: the part of its body that came with its head.
  private static let unaccounted = 64 << 10

  let capacity: Int
  private let mostWaiting: Int
  /// The acquired memory in bytes.
  private(set) var used = 0
  private var smallWaiters = CircularBuffer<Waiter>()
  private var largeWaiters = CircularBuffer<Waiter>()

  /// - Parameter capacity: in bytes.
  init(capacity: Int) {
    self.capacity = capacity
    // The waiting exchanges together hold at most a quarter of the capacity.
    mostWaiting = max(16, capacity / 4 / Self.unaccounted)
  }

  /// The most bytes for one exchange.
  var largest: Int { max(capacity - capacity / 8, min(capacity, Self.small)) }

  var waiting: Int { smallWaiters.count + largeWaiters.count }

  /// Asks for memory.
  ///
  /// - Parameter ticket: identifies the request until it is granted or given up.
  mutating func acquire(_ bytes: Int, ticket: UInt64) -> Answer {
    guard bytes <= largest else { return .refused }
    if acquireAtOnce(bytes) { return .granted }
    guard waiting < mostWaiting else { return .refused }
    let waiter = Waiter(ticket: ticket, bytes: bytes)
    if isSmall(bytes) { smallWaiters.append(waiter) } else { largeWaiters.append(waiter) }
    return .waits
  }

  /// Asks for memory without waiting.
  mutating func acquireAtOnce(_ bytes: Int) -> Bool {
    guard bytes <= largest, isSmall(bytes) ? smallWaiters.isEmpty : largeWaiters.isEmpty, fits(bytes) else {
      return false
    }
    used += bytes
    return true
  }

  /// Asks for more memory for an exchange that has some, without waiting.
  ///
  /// - Returns: false if too little is free, or large requests wait.
  mutating func extend(_ bytes: Int) -> Bool {
    guard largeWaiters.isEmpty, bytes <= largest, used + bytes <= largest else { return false }
    used += bytes
    return true
  }

  /// Releases memory.
  ///
  /// - Returns: the tickets that are granted now.
  mutating func release(_ bytes: Int) -> [UInt64] {
    used -= bytes
    return grant()
  }

  /// Withdraws a waiting request.
  ///
  /// - Returns: whether it was waiting, and the tickets that are granted now.
  mutating func giveUp(_ ticket: UInt64) -> (wasWaiting: Bool, granted: [UInt64]) {
    let before = waiting
    smallWaiters.removeAll { $0.ticket == ticket }
    largeWaiters.removeAll { $0.ticket == ticket }
    return waiting < before ? (true, grant()) : (false, [])
  }

  private mutating func grant() -> [UInt64] {
    var granted: [UInt64] = []
    while let first = smallWaiters.first, fits(first.bytes) { granted.append(take(smallWaiters.removeFirst())) }
    while let first = largeWaiters.first, fits(first.bytes) { granted.append(take(largeWaiters.removeFirst())) }
    return granted
  }

  private mutating func take(_ waiter: Waiter) -> UInt64 {
    used += waiter.bytes
    return waiter.ticket
  }

  private func isSmall(_ bytes: Int) -> Bool { bytes <= Self.small }

  private func fits(_ bytes: Int) -> Bool { used + bytes <= (isSmall(bytes) ? capacity : largest) }
}
