import FoundationEssentials
import NIOCore

/// The calls in hand of a part of the users, and the counts of those that overlapped.
///
/// A user has a slot while one of the user's calls runs. Of the ``slots``, a user's id selects ``tries`` neighbours. If
/// other users have all of these, the call is counted as unwatched.
struct OverlapState: Sendable {
  /// The calls in hand of one user.
  private struct Slot {
    var user: UUID
    /// The number of calls in hand; 0 for a free slot.
    var calls = 0
    /// The ids of some of them, at most ``listed``, in the order of their beginning.
    var operations: [OperationID] = []
  }

  static let slots = 64
  static let tries = 4
  /// The most calls of one user that are known by id.
  static let listed = 16

  private var slots: [Slot] = []
  private(set) var counts = OverlapCounts()

  /// A number made of a user's id, whose last bytes are random in every version of UUIDs that is used for users.
  static func hash(_ user: UUID) -> Int {
    let bytes = user.uuid
    return [bytes.12, bytes.13, bytes.14, bytes.15].reduce(0) { $0 << 8 | Int($1) }
  }

  /// Returns the slot; nil if the call is not watched.
  mutating func begin(_ operation: OperationID, of user: UUID, hash: Int, at now: NIODeadline) -> Int? {
    if slots.isEmpty { slots = Array(repeating: Slot(user: user), count: Self.slots) }
    guard let index = slot(of: user, hash) else {
      counts.addUnwatched()
      return nil
    }
    if slots[index].calls == 0 {
      slots[index].user = user
      slots[index].operations.removeAll(keepingCapacity: true)
    } else {
      counts.add(
        slots[index].operations.last.map { Overlap(running: $0, started: operation, user: user, instant: now) })
    }
    slots[index].calls += 1
    if slots[index].operations.count < Self.listed { slots[index].operations.append(operation) }
    return index
  }

  mutating func end(_ operation: OperationID, slot: Int) {
    slots[slot].calls -= 1
    if let place = slots[slot].operations.lastIndex(of: operation) { slots[slot].operations.remove(at: place) }
  }

  /// The slot that a user has, or the first free one.
  private func slot(of user: UUID, _ hash: Int) -> Int? {
    var free: Int?
    for step in 0..<Self.tries {
      let index = (hash + step) % Self.slots
      if slots[index].calls == 0 {
        free = free ?? index
      } else if slots[index].user == user {
        return index
      }
    }
    return free
  }

  /// The users of the calls in hand.
  var users: [OperationID: UUID] {
    slots.reduce(into: [:]) { users, slot in
      guard slot.calls > 0 else { return }
      for operation in slot.operations { users[operation] = slot.user }
    }
  }
}
