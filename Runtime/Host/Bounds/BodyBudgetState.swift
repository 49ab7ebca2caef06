import NIOCore

/// The rules of the memory that requests' bodies share: a state machine that suspends no task.
///
/// An exchange acquires what its body will take before the body is read, and releases it at its end. Small and large requests wait in
/// a queue of their own, each in the order of arrival; an eighth of the capacity is for small ones, so that a flood of large bodies
/// does not stop ordinary calls. Only ``acquire(_:ticket:)`` waits, and a waiting exchange has acquired nothing: no cycle of exchanges
/// that wait for each other can arise.
struct BodyBudgetState {
  enum Answer: Equatable {
    case granted
    /// The ticket is granted later, or given up.
    case waits
    /// It exceeds what one exchange can have, or too many wait.
    case refused
  }

  private struct Waiter {
    let ticket: UInt64
    let bytes: Int
  }

  /// The most that a small request acquires: three times a body of 64 KiB, and some more.
  static let small = 256 << 10
  /// What a waiting exchange may hold already, unaccounted: the part of its body that came with its head.
  private static let unaccounted = 64 << 10

  let capacity: Int
  private let mostWaiting: Int
  /// What is acquired, in bytes.
  private(set) var used = 0
  private var smallWaiters = CircularBuffer<Waiter>()
  private var largeWaiters = CircularBuffer<Waiter>()

  /// - Parameter capacity: In bytes.
  init(capacity: Int) {
    self.capacity = capacity
    // All that wait hold at most a quarter of the capacity.
    mostWaiting = max(16, capacity / 4 / Self.unaccounted)
  }

  /// The most that one exchange can have.
  var largest: Int { max(capacity - capacity / 8, min(capacity, Self.small)) }

  var waiting: Int { smallWaiters.count + largeWaiters.count }

  /// Asks for memory.
  ///
  /// - Parameter ticket: Names the request until it is granted or given up.
  mutating func acquire(_ bytes: Int, ticket: UInt64) -> Answer {
    guard bytes <= largest else { return .refused }
    if acquireAtOnce(bytes) { return .granted }
    guard waiting < mostWaiting else { return .refused }
    let waiter = Waiter(ticket: ticket, bytes: bytes)
    if isSmall(bytes) { smallWaiters.append(waiter) } else { largeWaiters.append(waiter) }
    return .waits
  }

  /// Asks for memory that is there, and is not waited for.
  mutating func acquireAtOnce(_ bytes: Int) -> Bool {
    guard bytes <= largest, isSmall(bytes) ? smallWaiters.isEmpty : largeWaiters.isEmpty, fits(bytes) else {
      return false
    }
    used += bytes
    return true
  }

  /// Asks for more memory for an exchange that has some, which never waits for it.
  ///
  /// - Returns: false if too little is free, or other exchanges wait for it.
  mutating func extend(_ bytes: Int) -> Bool {
    guard largeWaiters.isEmpty, bytes <= largest, used + bytes <= largest else { return false }
    used += bytes
    return true
  }

  /// Takes memory back.
  ///
  /// - Returns: the tickets that are granted now.
  mutating func release(_ bytes: Int) -> [UInt64] {
    used -= bytes
    return grant()
  }

  /// Takes a waiting request back.
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
