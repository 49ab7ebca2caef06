import NIOCore

/// A place of a group that is kept for one call.
struct CallReservation: Sendable {
  let group: WorkerGroup
  /// Holds the place in the group's table until the call itself does.
  let holder: RunningCall
  let assignment: RunningCall.Assignment
  /// The time for which the call has waited for the place.
  let waited: TimeAmount

  /// The user of the database for the call's transaction: the version, as for the statements of its calls.
  var user: String { group.setup.version.shortDigest }
}
