import NIOCore

/// The calls of one lane: those that wait, in order, and the number of those that run.
struct GroupLane {
  let rules: GroupRules.Lane
  private(set) var running = 0
  private var queue = CircularBuffer<GroupCall>()

  init(_ rules: GroupRules.Lane) { self.rules = rules }

  var hasRoom: Bool { rules.concurrency.map { running < $0 } ?? true }

  var waiting: Int { queue.count }

  /// The calls that wait and may run now, as far as the lane is concerned.
  var runnable: Int { rules.concurrency.map { max(0, min(waiting, $0 - running)) } ?? waiting }

  var first: GroupCall? { queue.first }

  /// The earliest end of a call's wait; nil without calls that wait. It need not be that of the first call: a call that
  /// was moved stands before calls whose waits end earlier.
  var earliestEnd: NIODeadline? { queue.lazy.map(\.waitsUntil).min() }

  mutating func begin() { running += 1 }

  mutating func end() { running -= 1 }

  mutating func append(_ call: GroupCall) { queue.append(call) }

  /// Puts calls before all others.
  mutating func prepend(_ calls: [GroupCall]) {
    for call in calls.reversed() { queue.prepend(call) }
  }

  mutating func removeFirst() -> GroupCall? { queue.popFirst() }

  /// Removes a call that waits.
  ///
  /// - Returns: whether it was there.
  mutating func remove(_ id: GroupCall.ID) -> Bool {
    guard let index = queue.firstIndex(where: { $0.id == id }) else { return false }
    queue.remove(at: index)
    return true
  }

  /// Removes the calls that match a condition, and changes the others.
  mutating func removeAll(where matches: (inout GroupCall) -> Bool) -> [GroupCall] {
    var removed: [GroupCall] = []
    var kept = CircularBuffer<GroupCall>()
    for var call in queue {
      if matches(&call) { removed.append(call) } else { kept.append(call) }
    }
    queue = kept
    return removed
  }
}
