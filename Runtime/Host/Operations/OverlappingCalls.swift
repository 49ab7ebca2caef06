import FoundationEssentials
import NIOCore
import Synchronization

/// The detection of overlapping calls: calls of one user of which one begins while another runs.
///
/// Users are distributed over tables with a lock each, so that the event loops seldom wait for each other. Its size is
/// bounded.
final class OverlappingCalls: Sendable {
  /// A call that is watched until its end.
  struct Place: Sendable {
    fileprivate let table: Int
    fileprivate let slot: Int
  }

  private final class Table: Sendable {
    let state = Mutex(OverlapState())
  }

  private let tables = (0..<16).map { _ in Table() }

  /// Watches a call that begins; returns its place, nil if too many users have calls in hand.
  func begin(_ operation: OperationID, of user: UUID, at now: NIODeadline) -> Place? {
    let hash = OverlapState.hash(user)
    let table = hash % tables.count
    let slot = tables[table].state.withLock { state in
      state.begin(operation, of: user, hash: hash / tables.count, at: now)
    }
    return slot.map { Place(table: table, slot: $0) }
  }

  func end(_ operation: OperationID, _ place: Place) {
    tables[place.table].state.withLock { $0.end(operation, slot: place.slot) }
  }

  /// The users of the calls in hand, by operation.
  var users: [OperationID: UUID] {
    tables.reduce(into: [:]) { users, table in
      users.merge(table.state.withLock(\.users)) { own, _ in own }
    }
  }

  var counts: OverlapCounts {
    tables.reduce(into: OverlapCounts()) { counts, table in counts.add(table.state.withLock(\.counts)) }
  }
}
