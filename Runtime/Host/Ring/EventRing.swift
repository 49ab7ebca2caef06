package import FoundationEssentials
import Logging
import NIOCore
import Synchronization

/// The newest events of a host in memory: invocations, log lines, and deaths of workers; with counts by function and by
/// error.
///
/// Each record has a number. The numbers ascend over all kinds, and are not reused while the host runs. Records are
/// added from any thread, in a fraction of a microsecond: each event loop has a stripe of its own. The oldest records
/// are dropped when all of them together occupy more than the capacity.
package final class EventRing: Sendable {
  /// The default capacity in bytes.
  package static let standardCapacity = 64 << 20

  let invocationLog: RecordLog<InvocationRecord>
  let logLog: RecordLog<LogRecord>
  let deathLog: RecordLog<WorkerDeathRecord>
  let statistics: [StatisticsTable]
  let errors = ErrorTable()
  let signal = ChangeSignal()
  private let last = Atomic<UInt64>(0)
  private let ended = Atomic(false)
  private let runningCounts = Mutex<@Sendable () -> [String: Int]> { [:] }

  /// - Parameters:
  ///   - capacity: the most bytes of all records. Half of them are for invocations.
  ///   - stripes: the number of stripes for invocations; nil for one stripe per event loop and one for all other
  ///     threads.
  package init(capacity: Int = standardCapacity, stripes: Int? = nil) {
    let stripes = max(1, stripes ?? System.coreCount + 1)
    invocationLog = RecordLog(capacity: capacity / 2, stripes: stripes)
    logLog = RecordLog(capacity: capacity / 16 * 7, stripes: 1)
    deathLog = RecordLog(capacity: capacity / 16, stripes: 1)
    statistics = (0..<stripes).map { _ in StatisticsTable() }
  }

  /// The number of the newest record; 0 if there was none.
  package var lastSequence: UInt64 { last.load(ordering: .sequentiallyConsistent) }

  // MARK: Adding

  /// Adds an answered request, or a job's run.
  ///
  /// - Parameter stripe: the number of the event loop that read the request; the number of loops for a job's run.
  package func add(_ record: consuming InvocationRecord, stripe: Int = 0) {
    let stripe = stripe % statistics.count
    statistics[stripe].add(record)
    if record.isError { errors.add(record) }
    invocationLog.add(record, stripe: stripe, numberedBy: last)
    signal.changed()
  }

  package func add(_ record: consuming LogRecord) {
    // Only lines that a function wrote: a host's line about a call or run repeats the error of its record.
    if record.level >= .error, record.invocation != nil, record.function != nil { errors.add(record) }
    logLog.add(record, stripe: 0, numberedBy: last)
    signal.changed()
  }

  package func add(_ record: consuming WorkerDeathRecord) {
    errors.add(record)
    deathLog.add(record, stripe: 0, numberedBy: last)
    signal.changed()
  }

  // MARK: Reading

  /// Selects invocations, the newest first: those with a number below `bound`, for the next page, nil for all; and only
  /// those for which `isWanted` is true.
  package func invocations(
    before bound: UInt64? = nil, limit: Int = 100, where isWanted: (InvocationRecord) -> Bool = { _ in true }
  ) -> [InvocationRecord] {
    invocationLog.select(before: bound, limit: limit, where: isWanted)
  }

  /// Selects lines of the log, the newest first.
  package func logs(
    before bound: UInt64? = nil, limit: Int = 100, where isWanted: (LogRecord) -> Bool = { _ in true }
  ) -> [LogRecord] {
    logLog.select(before: bound, limit: limit, where: isWanted)
  }

  /// Selects deaths of workers, the newest first.
  package func deaths(
    before bound: UInt64? = nil, limit: Int = 100, where isWanted: (WorkerDeathRecord) -> Bool = { _ in true }
  ) -> [WorkerDeathRecord] {
    deathLog.select(before: bound, limit: limit, where: isWanted)
  }

  /// The invocation with an id; nil if it is not kept.
  package func invocation(_ id: UUID) -> InvocationRecord? { invocations(limit: 1) { $0.id == id }.first }

  /// The lines of one invocation, the oldest first, up to 1000.
  package func logs(of id: UUID) -> [LogRecord] { logs(limit: 1000) { $0.invocation == id }.reversed() }

  /// The figures of the functions, by name.
  package func functionStatistics(now: Date = Date()) -> [FunctionStatistics] {
    FunctionStatistics.merged(statistics, running: runningCounts.withLock(\.self)(), now: now)
  }

  /// The groups of errors, the last seen first.
  package func errorGroups() -> [ErrorGroup] { errors.groups }

  /// Sets the source of the numbers of running invocations by function.
  package func countRunning(_ count: @escaping @Sendable () -> [String: Int]) { runningCounts.withLock { $0 = count } }

  // MARK: Changes

  /// Waits until there is a record after the given one, the host stops, or the task is cancelled; returns the number of
  /// the newest record.
  @discardableResult package func waitForChange(after sequence: UInt64) async -> UInt64 {
    await signal.wait(unless: { self.lastSequence > sequence || self.isEnded })
    return lastSequence
  }

  /// Whether the host is stopping. From then on waits for a change return at once, and followers end.
  package var isEnded: Bool { ended.load(ordering: .sequentiallyConsistent) }

  /// Ends all followers: the host stops.
  func end() {
    ended.store(true, ordering: .sequentiallyConsistent)
    signal.changed()
  }
}
