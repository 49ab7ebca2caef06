import FoundationEssentials
import NIOCore

/// Two calls of one user, of which one began while the other ran.
struct Overlap: Sendable, Hashable {
  let running: OperationID
  let started: OperationID
  let user: UUID
  /// The instant at which the second one began.
  let instant: NIODeadline
}
