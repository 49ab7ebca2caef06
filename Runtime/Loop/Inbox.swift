/// A thread's queue of work, with the rule when an addition has to wake the thread. A value without a lock or a thread.
package struct Inbox<Work> {
  /// The result of adding work.
  package enum Admission {
    /// The thread takes the work before it sleeps again.
    case isSeen
    /// The thread sleeps: the caller has to wake it.
    case mustWake
    /// The queue is closed, and does not have the work.
    case refused
  }

  private var waiting: [Work] = []
  /// How many elements at the front of `waiting` were taken already.
  private var taken = 0
  private var isAsleep = false
  /// Whether the queue is closed.
  private(set) var isOver = false

  package init() {}

  package var count: Int { waiting.count - taken }

  package mutating func add(_ work: Work) -> Admission {
    guard !isOver else { return .refused }
    waiting.append(work)
    defer { isAsleep = false }
    return isAsleep ? .mustWake : .isSeen
  }

  package mutating func takeFirst() -> Work? {
    guard taken < waiting.count else { return nil }
    let work = waiting[taken]
    taken += 1
    // The removal moves at most as many elements as were taken since the last removal, so a taken element costs a
    // constant time on average.
    if taken * 2 >= waiting.count {
      waiting.removeFirst(taken)
      taken = 0
    }
    return work
  }

  /// Records that the thread sleeps; `false` when work waits, which it has to take first.
  package mutating func fallAsleep() -> Bool {
    isAsleep = count == 0
    return isAsleep
  }

  /// Records that the thread is awake.
  package mutating func wakeUp() { isAsleep = false }

  /// Closes the queue; returns the work that is left.
  package mutating func end() -> [Work] {
    isOver = true
    return takeAll()
  }

  package mutating func takeAll() -> [Work] {
    defer { (waiting, taken) = ([], 0) }
    return Array(waiting[taken...])
  }
}
