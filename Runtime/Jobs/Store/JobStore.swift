import Database
import Edge
import FoundationEssentials
import Logging

/// The access of one host to the queue's tables. The statements of the queue are in this folder, except two that read
/// one job, in `JobSystem+Lists.swift` and `JobSystem+Show.swift`.
///
/// The queue has one row for each unfinished or dead job, the history one for each ended try.
struct JobStore: Sendable {
  let database: Database
  let clock: WallClock
  let leaseClock: LeaseClock
  /// The duration of a lease in milliseconds.
  let leaseMilliseconds: Int64
  /// The holder of this host's leases, which is unique to the process.
  let holder: String
  /// The SQL that differs between the engines.
  let sql: QueueDialect
  /// The source of `clock`, if that is the database.
  let databaseClock: DatabaseClock?
  /// The figures in this host's announcements.
  let announcement = HostAnnouncement()
  /// The logger of refused ends; nil if ends are written together (``writingEnds(_:_:)``).
  var refusals: Logger?

  /// - Parameters:
  ///   - clock: the wall clock; nil for the database's, or the machine's if the database runs on it.
  ///   - leaseClock: the clock of the leases; nil for the engine's.
  init(database: Database, clock: WallClock?, leaseClock: LeaseClock?, leaseMilliseconds: Int64, holder: String) {
    let dialect = database.dialect
    sql = QueueDialect(dialect)
    // Holders renew their leases after a third, so a step of a sixth ends no lease.
    let databaseClock =
      clock == nil && sql.now != nil ? DatabaseClock(tolerance: .milliseconds(leaseMilliseconds) / 6) : nil
    self.databaseClock = databaseClock
    self.database = database
    self.clock = clock ?? databaseClock.map { clock in WallClock { clock.now } } ?? .system
    self.leaseClock = leaseClock ?? (dialect == .postgres ? .postgres : .sinceBoot)
    self.leaseMilliseconds = leaseMilliseconds
    self.holder = holder
  }

  /// A holder's name: the machine's name, the process id and a random part.
  static func makeHolder() -> String {
    "\(ProcessInfo.processInfo.hostName)/\(ProcessInfo.processInfo.processIdentifier)/\(String(UInt32.random(in: 0 ... .max), radix: 36))"
  }

  /// The largest number of jobs that one statement moves, so that other transactions can run in between.
  static let moveLimit = 1000

  var leaseEnd: SQL { "\(leaseClock.now()) + \(leaseMilliseconds)" }
  var isLeaseOver: SQL { "(lease_until <= \(leaseClock.now()) OR lease_epoch <> \(leaseClock.epoch))" }

  /// Reads the database's time, if `clock` is the database's.
  func setClock() async throws {
    guard let databaseClock, let now = sql.now else { return }
    let start = ContinuousClock.now
    guard let row = try await database.first("SELECT \(now) AS now") else { return }
    databaseClock.set(try row.get("now"), from: start)
  }

  /// Runs a body that changes rows of the queue. It is repeated after a conflict with another host.
  func transaction<T: Sendable>(_ body: @escaping @Sendable (Transaction) async throws -> T) async throws -> T {
    try await database.transaction(retries: 5, body)
  }
}
