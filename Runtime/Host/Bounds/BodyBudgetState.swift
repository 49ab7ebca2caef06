import NIOCore

/// The rules of the memory for requests' bodies, as a state machine.
///
/// An exchange acquires the memory for its body before the body is read, and releases it at its end. Small and large
/// requests wait in separate queues, in the order of arrival. An eighth of the capacity is reserved for small requests,
/// so that a flood of large bodies does not stop ordinary calls. Only ``acquire(_:of:ticket:)`` waits, and a waiting
/// exchange holds no memory, so exchanges cannot deadlock.
///
/// What one client can hold is bounded by ``BodyShares``: a request first waits for the shares of its client, then for
/// memory. While a quarter of the capacity is not in use, small requests are granted without counting them for their
/// clients.
struct BodyBudgetState {
  enum Answer: Equatable {
    case granted
    /// The request waits until its ticket is granted or given up.
    case waits
    /// The request exceeds the most for one exchange, or too many exchanges wait, in all or of its client.
    case refused
  }

  /// The most bytes of a waiting exchange that no acquisition covers: the part of its body that came with its head.
  private static let unaccounted = 64 << 10

  /// In bytes.
  let capacity: Int
  private let mostWaiting: Int
  /// The acquired memory in bytes.
  private(set) var used = 0
  private var smallWaiters = CircularBuffer<BodyWaiter>()
  private var largeWaiters = CircularBuffer<BodyWaiter>()
  private var shares: BodyShares

  init(capacity: Int) {
    self.capacity = capacity
    shares = BodyShares(capacity: capacity)
    // The waiting exchanges together hold at most a quarter of the capacity.
    mostWaiting = max(16, capacity / 4 / Self.unaccounted)
  }

  /// The most bytes for one exchange.
  var largest: Int { max(capacity - capacity / 8, min(capacity, BodyWaiter.small)) }

  var waiting: Int { smallWaiters.count + largeWaiters.count + shares.waiting }

  /// Asks for memory, which counts for the client; nil for none. The ticket identifies the request until it is granted
  /// or given up.
  mutating func acquire(_ bytes: Int, of client: BodyClient?, ticket: UInt64) -> Answer {
    guard bytes <= largest else { return .refused }
    let waiter = BodyWaiter(ticket: ticket, bytes: bytes, client: client)
    let isFree = (waiter.isSmall ? smallWaiters.isEmpty : largeWaiters.isEmpty) && fits(bytes)
    guard isFree && shares.admits(waiter) || waiting < mostWaiting && shares.waiting(of: client) < mostWaiting / 4
    else { return .refused }
    guard shares.enter(waiter) else { return .waits }
    guard isFree else {
      wait(waiter)
      return .waits
    }
    used += bytes
    return .granted
  }

  /// Asks for the memory of a small request that does not count for a client, without waiting.
  mutating func acquireAtOnce(_ bytes: Int) -> Bool {
    guard bytes <= BodyWaiter.small, smallWaiters.isEmpty, used + bytes <= capacity / 4 else { return false }
    used += bytes
    return true
  }

  /// Asks for more memory for an exchange that has `own` bytes, without waiting; false if too little is free, or large
  /// requests wait.
  mutating func extend(_ bytes: Int, of client: BodyClient?, beyond own: Int) -> Bool {
    guard largeWaiters.isEmpty, bytes <= largest, used + bytes <= largest,
      shares.extend(bytes, of: client, beyond: own)
    else { return false }
    used += bytes
    return true
  }

  /// Releases memory of an exchange that keeps `own` bytes; returns the tickets that are granted now.
  mutating func release(_ bytes: Int, of client: BodyClient?, beyond own: Int = 0) -> [UInt64] {
    used -= bytes
    if client != nil { shares.release(bytes, of: client, beyond: own).forEach { wait($0) } }
    return grant()
  }

  /// Withdraws a request; returns whether it was waiting, and the tickets that are granted now.
  mutating func giveUp(_ ticket: UInt64) -> (wasWaiting: Bool, granted: [UInt64]) {
    var admitted = shares.giveUp(ticket)
    if let index = smallWaiters.firstIndex(where: { $0.ticket == ticket }) {
      let waiter = smallWaiters.remove(at: index)
      admitted = shares.release(waiter.bytes, of: waiter.client)
    } else if let index = largeWaiters.firstIndex(where: { $0.ticket == ticket }) {
      let waiter = largeWaiters.remove(at: index)
      admitted = shares.release(waiter.bytes, of: waiter.client)
    }
    guard let admitted else { return (false, []) }
    admitted.forEach { wait($0) }
    return (true, grant())
  }

  /// Has an admitted request wait for memory.
  private mutating func wait(_ waiter: BodyWaiter) {
    if waiter.isSmall { smallWaiters.append(waiter) } else { largeWaiters.append(waiter) }
  }

  private mutating func grant() -> [UInt64] {
    var granted: [UInt64] = []
    while let first = smallWaiters.first, fits(first.bytes) { granted.append(take(smallWaiters.removeFirst())) }
    while let first = largeWaiters.first, fits(first.bytes) { granted.append(take(largeWaiters.removeFirst())) }
    return granted
  }

  private mutating func take(_ waiter: BodyWaiter) -> UInt64 {
    used += waiter.bytes
    return waiter.ticket
  }

  private func fits(_ bytes: Int) -> Bool { used + bytes <= (bytes <= BodyWaiter.small ? capacity : largest) }
}
