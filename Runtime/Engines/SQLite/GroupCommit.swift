/// The order of transactions' bodies on the writer, and the time of each group's commit, as a state machine without
/// I/O.
///
/// One body is open at a time. Others wait, those of one user in order, and the users take turns. Bodies that have
/// ended wait for the commit that their group shares. The commit is due when the group is full, when no other body can
/// join, or when the group has taken one and a half times as long as the last commit. While a group commits, the tasks
/// of the group before submit their next transactions.
struct GroupCommit<Waiter> {
  typealias Turn = UInt64

  enum Step {
    /// Commit the group's transaction, then resume its members.
    case commit([Waiter])
    /// Begin the turn of a body that has waited. The first turn of a group begins the group's transaction.
    case start(Turn, Waiter, opensGroup: Bool)
  }

  /// The result of a body's request for a turn.
  enum Admission: Equatable {
    /// The turn has begun. The first turn of a group begins the group's transaction before the body runs.
    case started(opensGroup: Bool)
    /// Another body is open: the body has to ``wait(_:as:)``.
    case mustWait
    case refused
  }

  /// The fewest bodies of a group that is committed because of the time it has taken.
  private static var fewest: Int { 4 }

  private let groupLimit: Int
  private let idleLimit: Duration
  private let turnLimit: Duration
  private var lastTurn: Turn = 0
  private var waiting = FairQueue<Waiter>()
  /// The bodies that have ended well.
  private var released: [Waiter] = []
  /// How many bodies have begun in the group; 0 if there is no transaction.
  private var begun = 0
  private var lastUse: ContinuousClock.Instant?
  /// When the open body is over its time; nil if it may take any time.
  private var turnEnd: ContinuousClock.Instant?
  private var isClosing = false
  /// When the group's first body began.
  private var began: ContinuousClock.Instant?
  /// How long the last commit took.
  private var commitTime = Duration.zero

  /// The turn whose body runs.
  private(set) var open: Turn?

  /// - Parameters:
  ///   - groupLimit: The most bodies of a group.
  ///   - idleLimit: The longest time between two uses of the transaction by an open body.
  ///   - turnLimit: The longest time of an open body.
  init(groupLimit: Int, idleLimit: Duration, turnLimit: Duration) {
    self.groupLimit = groupLimit
    self.idleLimit = idleLimit
    self.turnLimit = turnLimit
  }

  mutating func makeTurn() -> Turn {
    lastTurn += 1
    return lastTurn
  }

  mutating func enter(_ turn: Turn, at now: ContinuousClock.Instant) -> Admission {
    guard !isClosing else { return .refused }
    guard open == nil, waiting.isEmpty, begun < groupLimit else { return .mustWait }
    return .started(opensGroup: start(turn, at: now))
  }

  /// - Parameter user: The user to which the body belongs; `nil` for the program itself.
  mutating func wait(_ waiter: Waiter, as turn: Turn, of user: String? = nil) {
    waiting.append(waiter, as: turn, of: user)
  }

  /// Removes a body from the queue; `nil` if its turn has begun already.
  mutating func stopWaiting(_ turn: Turn) -> Waiter? {
    waiting.remove(turn)
  }

  /// Records that the open body used its transaction, so that its time limit begins anew.
  mutating func use(at now: ContinuousClock.Instant) {
    lastUse = now
  }

  /// Lets the open body take any time, as long as it uses its transaction.
  mutating func allowAnyTime() {
    turnEnd = nil
  }

  /// Records that the open body ended well, and waits for the commit.
  mutating func release(_ waiter: Waiter) {
    open = nil
    released.append(waiter)
  }

  /// Records that the open body's changes were rolled back.
  mutating func abandon() {
    open = nil
  }

  mutating func committed(in duration: Duration) { commitTime = duration }

  /// Records that the group's transaction is lost; returns the waiters for its commit, which have failed.
  mutating func lose() -> [Waiter] {
    open = nil
    begun = 0
    defer { released.removeAll() }
    return released
  }

  /// Records that the group's transaction could not begin. Returns the waiters for a turn: they fail too, since each of
  /// them would wait for the same lock.
  mutating func failToOpen() -> [Waiter] {
    open = nil
    begun = 0
    return waiting.takeAll { _ in true }.map(\.element)
  }

  var waitingCount: Int { waiting.count }

  /// The instant at which the open body is rolled back: the end of its idle time, which moves with each use of the
  /// transaction, or the end of its whole time.
  var deadline: ContinuousClock.Instant? {
    guard open != nil, let idleEnd = lastUse?.advanced(by: idleLimit) else { return nil }
    return turnEnd.map { min($0, idleEnd) } ?? idleEnd
  }

  /// Whether the open body has used up its time.
  func isOver(at now: ContinuousClock.Instant) -> Bool {
    guard open != nil, let turnEnd else { return false }
    return turnEnd <= now
  }

  mutating func close() {
    isClosing = true
  }

  /// Whether the writer is closing, and no body and no commit is left.
  var isDrained: Bool {
    isClosing && open == nil && waiting.isEmpty && begun == 0
  }

  /// The next step. To be called again once the step is taken.
  ///
  /// - Parameter isIdle: Whether no work waits on the writer's thread.
  mutating func next(isIdle: Bool, at now: ContinuousClock.Instant) -> Step? {
    guard open == nil else { return nil }
    if begun >= groupLimit || (begun > 0 && isIdle && waiting.isEmpty) || hasTakenLong(at: now) {
      begun = 0
      defer { released = [] }
      return .commit(released)
    }
    guard let first = waiting.takeFirst() else { return nil }
    return .start(first.id, first.element, opensGroup: start(first.id, at: now))
  }

  private func hasTakenLong(at now: ContinuousClock.Instant) -> Bool {
    guard begun >= Self.fewest, let began else { return false }
    return now - began >= commitTime * 3 / 2
  }

  private mutating func start(_ turn: Turn, at now: ContinuousClock.Instant) -> Bool {
    open = turn
    lastUse = now
    turnEnd = now.advanced(by: turnLimit)
    begun += 1
    if begun == 1 { began = now }
    return begun == 1
  }
}
