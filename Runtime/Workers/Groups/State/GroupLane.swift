import NIOCore

/// The calls of one lane: those that wait, in order, and the number of those that run.
struct GroupLane {
  let rules: GroupRules.Lane
  private(set) var running = 0
  private var queue: [GroupCall] = []
  /// The index of the first call in ``queue``; those before it are gone.
  private var head = 0

  init(_ rules: GroupRules.Lane) { self.rules = rules }

  /// Whether one more call may run.
  var hasRoom: Bool { rules.concurrency.map { running < $0 } ?? true }

  /// The calls that wait.
  var waiting: Int { queue.count - head }

  /// The calls that wait and may run now, as far as the lane is concerned.
  var runnable: Int { rules.concurrency.map { max(0, min(waiting, $0 - running)) } ?? waiting }

  /// The call that waits longest.
  var first: GroupCall? { head < queue.count ? queue[head] : nil }

  mutating func begin() { running += 1 }

  mutating func end() { running -= 1 }

  mutating func append(_ call: GroupCall) { queue.append(call) }

  /// Puts calls before all others.
  mutating func prepend(_ calls: [GroupCall]) {
    queue.replaceSubrange(0..<head, with: calls)
    head = 0
  }

  mutating func removeFirst() -> GroupCall? {
    guard head < queue.count else { return nil }
    defer {
      head += 1
      // The gone ones are removed once they are the greater part, so that a removal costs constant time on average.
      if head > 32, head * 2 > queue.count {
        queue.removeFirst(head)
        head = 0
      }
    }
    return queue[head]
  }

  /// Removes a call that waits.
  ///
  /// - Returns: whether it was there.
  mutating func remove(_ id: GroupCall.ID) -> Bool {
    guard let index = queue[head...].firstIndex(where: { $0.id == id }) else { return false }
    queue.remove(at: index)
    return true
  }

  /// Removes the calls that match a condition, and changes the others.
  mutating func removeAll(where matches: (inout GroupCall) -> Bool) -> [GroupCall] {
    var removed: [GroupCall] = []
    var kept: [GroupCall] = []
    for var call in queue[head...] {
      if matches(&call) { removed.append(call) } else { kept.append(call) }
    }
    (queue, head) = (kept, 0)
    return removed
  }
}
