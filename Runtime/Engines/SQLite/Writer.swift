import Database
import Dispatch
import Logging
import Loop
import Synchronization

/// The connection that writes, on a thread of its own.
///
/// Bodies run one after another, each in a savepoint of a transaction that a group shares, and return once its commit
/// is on the disk, so that many transactions share one fsync. The writer is the driver of ``GroupCommit``.
actor Writer {
  typealias Turn = UInt64

  /// A task that waits for a turn or a commit.
  struct Waiter {
    let continuation: CheckedContinuation<Void, any Error>
    let task: TaskIdentity?
  }

  nonisolated let thread = ConnectionThread()
  nonisolated let counters = Mutex(DatabaseStatistics())
  /// The last change that the file refused, as on a full disk; nil after ``SQLiteEngine/refusal(within:)`` has found
  /// that it takes changes again.
  nonisolated let lastRefusal = Mutex<(error: DatabaseError, at: ContinuousClock.Instant)?>(nil)
  private nonisolated let logger: Logger

  /// Ends statements that take too long. SQLite has a pointer to it, so it lives as long as the connection.
  private let watch: StatementWatch
  var connection: SQLiteConnection?
  var group: GroupCommit<Waiter>
  /// The task whose body is open. It must not wait for another turn.
  var openTask: TaskIdentity?
  /// The reasons of the turns that were ended while their bodies run.
  var endings: [Turn: DatabaseError] = [:]

  var waitingCount: Int { group.waitingCount }

  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

  init(
    _ connection: sending SQLiteConnection, options: SQLiteOptions, logger: Logger
  ) {
    let watch = StatementWatch(limit: options.statementTimeout)
    connection.end(by: watch)
    self.watch = watch
    self.connection = connection
    group = GroupCommit(
      groupLimit: max(1, options.groupLimit), idleLimit: options.transactionIdleLimit,
      turnLimit: options.transactionLimit)
    self.logger = logger
  }

  /// Serves the connection until `stop`, then closes it.
  ///
  /// - Parameter readers: The open readers, which close first: the last connection to close empties and removes the
  ///   log, and must be able to write.
  nonisolated func start(endingAfter readers: DispatchGroup) {
    thread.start(named: "swiftlet-writer") { [self] in
      thread.serve { assumeIsolated { $0.idle() } }
      readers.wait()
      assumeIsolated { $0.connection = nil }
    }
  }

  /// Ends the thread once the bodies that have begun or wait are done.
  nonisolated func stop() {
    thread.call { [self] in assumeIsolated { $0.group.close() } }
  }

  /// Takes the steps that are due, and resumes their waiters.
  func advance(isIdle: Bool) {
    while let step = group.next(isIdle: isIdle, at: .now) {
      switch step {
      case .commit(let members): commit(members)
      case .start(let turn, let waiter, let opensGroup):
        do throws(DatabaseError) {
          try begin(turn, opensGroup: opensGroup)
          openTask = waiter.task
          waiter.continuation.resume()
        } catch {
          waiter.continuation.resume(throwing: error)
        }
      }
    }
  }

  /// Begins a turn that the group has granted, and the group's transaction before its first.
  func begin(_ turn: Turn, opensGroup: Bool) throws(DatabaseError) {
    guard let connection else { throw .closed }
    // Tasks whose commit is done must not wait for this body.
    WakeUps.deliverDeferred()
    do throws(DatabaseError) {
      if opensGroup { try connection.control("BEGIN IMMEDIATE") }
    } catch {
      note(error)
      for waiter in group.failToOpen() { waiter.continuation.resume(throwing: error) }
      throw error
    }
    do throws(DatabaseError) {
      try connection.control("SAVEPOINT turn")
    } catch {
      loseGroup(because: error)
      throw error
    }
  }

  /// Undoes the open turn's changes alone.
  func rollBack() {
    openTask = nil
    do throws(DatabaseError) {
      try connection?.control("ROLLBACK TO turn")
      try connection?.control("RELEASE turn")
      try connection?.checkForeignKeysAtOnce()
      group.abandon()
    } catch {
      loseGroup(because: error)
    }
  }

  /// Rolls back the group's transaction, and fails its members.
  func loseGroup(because error: DatabaseError) {
    openTask = nil
    if let connection, connection.isInTransaction { try? connection.control("ROLLBACK") }
    let ofMembers = error.concernsAllTransactions ? error : .lostGroup
    for member in group.lose() { member.continuation.resume(throwing: ofMembers) }
  }

  /// Keeps an error by which the file refused a change.
  func note(_ error: DatabaseError) {
    if error.refusesChanges { lastRefusal.withLock { $0 = (error, .now) } }
  }

  private func commit(_ members: [Waiter]) {
    let began = ContinuousClock.now
    do throws(DatabaseError) {
      try connection?.control("COMMIT")
      group.committed(in: .now - began)
    } catch {
      note(error)
      if let connection, connection.isInTransaction { try? connection.control("ROLLBACK") }
      for member in members { member.continuation.resume(throwing: error) }
      return
    }
    counters.withLock {
      $0.commits += members.isEmpty ? 0 : 1
      $0.transactions += members.count
    }
    for member in members { member.continuation.resume() }
  }

  /// Takes the steps that are due when no work waits: commits, and rolls back a body that has waited for too long.
  private func idle() -> ConnectionThread.Rest {
    advance(isIdle: true)
    if let deadline = group.deadline {
      // The body's next statement may have arrived while this thread was busy.
      guard deadline <= .now, !thread.hasWork else { return .until(deadline) }
      timeOut()
      return idle()
    }
    return group.isDrained ? .stop : .untilWork
  }

  /// Rolls back the open body's changes, and ends its turn.
  func timeOut() {
    guard let turn = group.open else { return }
    let reason = group.isOver(at: .now) ? DatabaseError.overLimit : .timedOut
    endings[turn] = reason
    counters.withLock { $0.timeouts += 1 }
    logger.warning("\(reason.message)")
    rollBack()
  }
}
