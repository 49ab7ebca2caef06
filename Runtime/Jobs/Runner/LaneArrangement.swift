/// How far the jobs of the queue were moved into the lanes of the current registry. It does no I/O.
///
/// An arrangement is made once for each version of the registry, in the order of the jobs' ids. Claims and renewals
/// still move jobs while hosts disagree about a limit.
struct LaneArrangement {
  /// The version of the registry; nil before the first.
  private var version: UInt64?
  /// The id up to which jobs are in their lanes; nil if all are.
  private(set) var last: Int64?

  var isComplete: Bool { last == nil }

  /// Starts at the first job if the version is a new one.
  mutating func begin(_ version: UInt64) {
    guard self.version != version else { return }
    (self.version, last) = (version, 0)
  }

  /// Records the id up to which jobs are in their lanes; nil if all are.
  mutating func moved(upTo id: Int64?) { last = id }
}
