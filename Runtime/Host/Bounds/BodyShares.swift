import FoundationEssentials
import NIOCore

/// The rules of what one client can hold of the memory for bodies, as a state machine.
///
/// A user can hold a quarter of the capacity, and a network half of it, so that the bodies of one client, sent or not,
/// leave memory for others. A body that is larger than a share is admitted as the only one.
///
/// Ordinary calls go on beside an upload: a small body of a user may take up to half, and small bodies alone may take
/// a sixteenth, whatever large ones hold.
///
/// A body that exceeds the share of its user or its network waits in the queue of that user or network, in the order of
/// arrival. It delays only the bodies behind it in that queue. Its bytes count from its admission on, also while it
/// waits for memory.
struct BodyShares {
  private enum Holder: Hashable {
    case user(UUID)
    case network(ClientNetwork)
  }

  private struct Account {
    var held = 0
    /// The part of ``held`` that small bodies hold.
    var small = 0
    var waiting = CircularBuffer<BodyWaiter>()
  }

  /// Of the memory for bodies, in bytes.
  private let capacity: Int
  /// The holders that hold memory, and those alone.
  private var accounts: [Holder: Account] = [:]
  /// The number of bodies that wait for a share.
  private(set) var waiting = 0

  init(capacity: Int) { self.capacity = capacity }

  /// The number of bodies that wait for the shares of a client.
  func waiting(of client: BodyClient?) -> Int {
    holders(of: client).reduce(0) { $0 + (accounts[$1]?.waiting.count ?? 0) }
  }

  /// Whether a body is admitted without waiting.
  func admits(_ waiter: BodyWaiter) -> Bool { holders(of: waiter.client).allSatisfy { admits(waiter, $0) } }

  /// Admits a body, or lets it wait; returns whether it is admitted.
  mutating func enter(_ waiter: BodyWaiter) -> Bool { enter(waiter, holders(of: waiter.client)[...]) }

  /// Admits more bytes of a body of which `own` bytes count already, without waiting; false if they exceed a share.
  mutating func extend(_ bytes: Int, of client: BodyClient?, beyond own: Int) -> Bool {
    let holders = holders(of: client)
    let fits = holders.allSatisfy { holder in
      let held = accounts[holder]?.held ?? 0
      return held <= own || held + bytes <= limit(of: holder, isSmall: false)
    }
    guard fits else { return false }
    for holder in holders { hold(bytes, beyond: own, holder) }
    return true
  }

  /// Takes back bytes of an admitted body, of which `own` bytes go on counting; returns the bodies that are admitted
  /// now.
  mutating func release(_ bytes: Int, of client: BodyClient?, beyond own: Int = 0) -> [BodyWaiter] {
    release(bytes, beyond: own, holders(of: client)[...])
  }

  /// Withdraws a body that waits for a share; returns the bodies that are admitted now, nil if it does not wait here.
  mutating func giveUp(_ ticket: UInt64) -> [BodyWaiter]? {
    for (holder, account) in accounts where !account.waiting.isEmpty {
      guard let index = account.waiting.firstIndex(where: { $0.ticket == ticket }) else { continue }
      guard let waiter = accounts[holder]?.waiting.remove(at: index) else { continue }
      waiting -= 1
      return release(waiter.bytes, beyond: 0, holders(of: waiter.client).prefix { $0 != holder })
        // What waited behind it may be smaller.
        + admit(waitingFor: holder)
    }
    return nil
  }

  private mutating func enter(_ waiter: BodyWaiter, _ holders: ArraySlice<Holder>) -> Bool {
    for holder in holders {
      guard admits(waiter, holder) else {
        accounts[holder, default: Account()].waiting.append(waiter)
        waiting += 1
        return false
      }
      hold(waiter.bytes, beyond: 0, holder)
    }
    return true
  }

  private mutating func release(_ bytes: Int, beyond own: Int, _ holders: ArraySlice<Holder>) -> [BodyWaiter] {
    for holder in holders { hold(-bytes, beyond: own + bytes, holder) }
    return holders.flatMap { admit(waitingFor: $0) }
  }

  /// Admits the waiting bodies that fit into a holder's share. An admitted body may then wait for the share of its
  /// client's next holder.
  private mutating func admit(waitingFor holder: Holder) -> [BodyWaiter] {
    var admitted: [BodyWaiter] = []
    while let first = accounts[holder]?.waiting.first, hasRoom(for: first, holder) {
      accounts[holder]?.waiting.removeFirst()
      waiting -= 1
      hold(first.bytes, beyond: 0, holder)
      let holders = holders(of: first.client)
      if enter(first, holders.drop { $0 != holder }.dropFirst()) { admitted.append(first) }
    }
    if let account = accounts[holder], account.held == 0, account.waiting.isEmpty { accounts[holder] = nil }
    return admitted
  }

  /// Counts more bytes of a body for a holder, for which `own` bytes counted before; fewer if the number is negative.
  private mutating func hold(_ bytes: Int, beyond own: Int, _ holder: Holder) {
    func small(_ bytes: Int) -> Int { bytes <= BodyWaiter.small ? bytes : 0 }
    accounts[holder, default: Account()].held += bytes
    accounts[holder, default: Account()].small += small(own + bytes) - small(own)
  }

  /// The holders of a client's memory, in the order in which their shares are waited for.
  private func holders(of client: BodyClient?) -> [Holder] {
    [client?.user.map(Holder.user), client?.network.map(Holder.network)].compactMap(\.self)
  }

  /// Whether a new body need not wait for a holder's share. A small one passes large ones that wait.
  private func admits(_ waiter: BodyWaiter, _ holder: Holder) -> Bool {
    hasRoom(for: waiter, holder) && (waiter.isSmall || accounts[holder]?.waiting.isEmpty ?? true)
  }

  private func hasRoom(for waiter: BodyWaiter, _ holder: Holder) -> Bool {
    guard let account = accounts[holder], account.held > 0 else { return true }
    return account.held + waiter.bytes <= limit(of: holder, isSmall: waiter.isSmall)
      || waiter.isSmall && account.small + waiter.bytes <= capacity / 16
  }

  private func limit(of holder: Holder, isSmall: Bool) -> Int {
    switch holder {
    case .user: isSmall ? capacity / 2 : capacity / 4
    case .network: capacity / 2
    }
  }
}
