/// What a thread is to run, and when it has to be woken for it: the rules alone.
package struct Inbox<Work> {
  /// What becomes of work that is added.
  package enum Admission {
    /// The thread looks before it sleeps again.
    case isSeen
    /// The thread sleeps: whoever added the work wakes it.
    case mustWake
    /// The thread has ended.
    case refused
  }

  private var waiting: [Work] = []
  /// How many of those that wait were taken already.
  private var taken = 0
  private var isAsleep = false
  /// Whether work is refused.
  private(set) var isOver = false

  package init() {}

  package var count: Int { waiting.count - taken }

  package mutating func add(_ work: Work) -> Admission {
    guard !isOver else { return .refused }
    waiting.append(work)
    defer { isAsleep = false }
    return isAsleep ? .mustWake : .isSeen
  }

  /// Takes what has waited longest.
  package mutating func takeFirst() -> Work? {
    guard taken < waiting.count else { return nil }
    let work = waiting[taken]
    taken += 1
    // Half of it at least, so that each is moved once at most.
    if taken * 2 >= waiting.count {
      waiting.removeFirst(taken)
      taken = 0
    }
    return work
  }

  /// To be called before the thread sleeps; `false` when something has come that is to run first.
  package mutating func fallAsleep() -> Bool {
    isAsleep = count == 0
    return isAsleep
  }

  /// The thread looks after itself again.
  package mutating func wakeUp() { isAsleep = false }

  /// Refuses what comes from now on; returns what is left.
  package mutating func end() -> [Work] {
    isOver = true
    defer { (waiting, taken) = ([], 0) }
    return Array(waiting[taken...])
  }
}
