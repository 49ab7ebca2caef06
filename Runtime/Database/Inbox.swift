/// What a thread is to run, and when it has to be woken for it: the rules alone.
struct Inbox<Work> {
  /// What becomes of work that is added.
  enum Admission {
    /// The thread looks before it sleeps again.
    case isSeen
    /// The thread sleeps: whoever added the work wakes it.
    case mustWake
    /// The thread has ended.
    case refused
  }

  private var waiting: [Work] = []
  private var isAsleep = false
  private var isOver = false

  var isEmpty: Bool { waiting.isEmpty }

  mutating func add(_ work: Work) -> Admission {
    guard !isOver else { return .refused }
    waiting.append(work)
    defer { isAsleep = false }
    return isAsleep ? .mustWake : .isSeen
  }

  /// Takes what waits, in its order, into an array that is empty.
  mutating func takeAll(into batch: inout [Work]) { swap(&batch, &waiting) }

  /// To be called before the thread sleeps; `false` when something has come that is to run first.
  mutating func fallAsleep() -> Bool {
    isAsleep = waiting.isEmpty
    return isAsleep
  }

  /// The thread looks after itself again.
  mutating func wakeUp() { isAsleep = false }

  /// Refuses what comes from now on; returns what is left.
  mutating func end() -> [Work] {
    isOver = true
    defer { waiting = [] }
    return waiting
  }
}
