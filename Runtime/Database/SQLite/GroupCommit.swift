/// Whose turn it is on the writer, and when the group's transaction is committed: the rules alone, without I/O.
///
/// One body is open at a time; bodies that come meanwhile wait in order. Bodies that have ended wait for the commit they
/// share, which is due when the group is full, when nobody is there to join it, or when it has taken half as long again as
/// a commit does: while the disk is waited for, those who were told before come again.
struct GroupCommit<Waiter> {
  typealias Turn = UInt64

  /// What to do next.
  enum Step {
    /// Commit the group's transaction, then tell its members.
    case commit([Waiter])
    /// Begin the turn of the body that waited longest, beginning the group's transaction before it if there is none.
    case start(Turn, Waiter, opensGroup: Bool)
  }

  /// What becomes of a body that comes.
  enum Entry: Equatable {
    /// Its turn has begun; the group's transaction must be begun before it if there is none.
    case started(opensGroup: Bool)
    /// Another body is open: wait, by `wait(_:as:)`.
    case mustWait
    /// The writer is closing.
    case refused
  }

  /// A group with fewer members is not cut for the time it takes.
  private static var fewest: Int { 4 }

  private let groupLimit: Int
  private let idleLimit: Duration
  private var lastTurn: Turn = 0
  private var waiting: [(turn: Turn, waiter: Waiter)] = []
  private var released: [Waiter] = []
  /// How many bodies have begun in the group; none when there is no transaction.
  private var begun = 0
  private var lastUse: ContinuousClock.Instant?
  private var isClosing = false
  /// When the group's first body began, and how long the last commit took.
  private var began: ContinuousClock.Instant?
  private var commitTime = Duration.zero

  /// The turn whose body runs.
  private(set) var open: Turn?

  init(groupLimit: Int, idleLimit: Duration) {
    self.groupLimit = groupLimit
    self.idleLimit = idleLimit
  }

  mutating func makeTurn() -> Turn {
    lastTurn += 1
    return lastTurn
  }

  mutating func enter(_ turn: Turn, at now: ContinuousClock.Instant) -> Entry {
    guard !isClosing else { return .refused }
    guard open == nil, waiting.isEmpty, begun < groupLimit else { return .mustWait }
    return .started(opensGroup: start(turn, at: now))
  }

  mutating func wait(_ waiter: Waiter, as turn: Turn) {
    waiting.append((turn, waiter))
  }

  /// Takes a body out of the queue; `nil` when its turn has begun already.
  mutating func stopWaiting(_ turn: Turn) -> Waiter? {
    guard let index = waiting.firstIndex(where: { $0.turn == turn }) else { return nil }
    return waiting.remove(at: index).waiter
  }

  /// The open body used its transaction: it is given the limit anew.
  mutating func use(at now: ContinuousClock.Instant) {
    lastUse = now
  }

  /// The open body ended well; its member waits for the commit.
  mutating func release(_ waiter: Waiter) {
    open = nil
    released.append(waiter)
  }

  /// The open body's changes were rolled back.
  mutating func abandon() {
    open = nil
  }

  /// A commit has reached the disk.
  mutating func committed(in duration: Duration) { commitTime = duration }

  /// The group's transaction is gone: whoever waited for its commit has failed.
  mutating func lose() -> [Waiter] {
    open = nil
    begun = 0
    defer { released.removeAll() }
    return released
  }

  /// The group's transaction could not be begun: whoever waited for a turn has failed, since each would wait as long.
  mutating func failToOpen() -> [Waiter] {
    open = nil
    begun = 0
    defer { waiting.removeAll() }
    return waiting.map(\.waiter)
  }

  /// How many bodies wait for their turn.
  var waitingCount: Int { waiting.count }

  /// When the open body is due to be rolled back unless it uses its transaction.
  var deadline: ContinuousClock.Instant? {
    open == nil ? nil : lastUse?.advanced(by: idleLimit)
  }

  mutating func close() {
    isClosing = true
  }

  /// Closing, and nobody is left.
  var isDrained: Bool {
    isClosing && open == nil && waiting.isEmpty && begun == 0
  }

  /// The next step, to be asked for again after it was taken.
  ///
  /// - Parameter isIdle: Whether nobody is on the way to the writer.
  mutating func next(isIdle: Bool, at now: ContinuousClock.Instant) -> Step? {
    guard open == nil else { return nil }
    if begun >= groupLimit || (begun > 0 && isIdle && waiting.isEmpty) || hasTakenLong(at: now) {
      begun = 0
      defer { released = [] }
      return .commit(released)
    }
    guard !waiting.isEmpty else { return nil }
    let (turn, waiter) = waiting.removeFirst()
    return .start(turn, waiter, opensGroup: start(turn, at: now))
  }

  private func hasTakenLong(at now: ContinuousClock.Instant) -> Bool {
    guard begun >= Self.fewest, let began else { return false }
    return now - began >= commitTime * 3 / 2
  }

  private mutating func start(_ turn: Turn, at now: ContinuousClock.Instant) -> Bool {
    open = turn
    lastUse = now
    begun += 1
    if begun == 1 { began = now }
    return begun == 1
  }
}
