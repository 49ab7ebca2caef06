import Database
import Edge
import Foundation

/// The queue's tables, as one host sees them: every statement of the queue is in this folder.
///
/// A row is the work that is still to do. What has ended is in the history, one row for each try.
struct JobStore: Sendable {
  let database: Database
  let clock: WallClock
  let leaseClock: LeaseClock
  /// How long a lease is good for, in milliseconds.
  let leaseMilliseconds: Int64
  /// Who holds the leases of this host: no two processes have the same.
  let holder: String
  /// What differs between the engines.
  let sql: QueueDialect
  /// Where `clock` gets the time from, if that is the database.
  let databaseClock: DatabaseClock?

  /// - Parameters:
  ///   - clock: the clock of the day; nil for the database's, or the machine's where that is the same.
  ///   - leaseClock: the clock of the leases; nil for the engine's.
  init(database: Database, clock: WallClock?, leaseClock: LeaseClock?, leaseMilliseconds: Int64, holder: String) {
    let dialect = database.engine.dialect
    sql = QueueDialect(dialect)
    let databaseClock = clock == nil && sql.now != nil ? DatabaseClock() : nil
    self.databaseClock = databaseClock
    self.database = database
    self.clock = clock ?? databaseClock.map { clock in WallClock { clock.now } } ?? .system
    self.leaseClock = leaseClock ?? (dialect == .postgres ? .postgres : .sinceBoot)
    self.leaseMilliseconds = leaseMilliseconds
    self.holder = holder
  }

  /// The name of this machine and process, and something that no other process has.
  static func makeHolder() -> String {
    "\(ProcessInfo.processInfo.hostName)/\(ProcessInfo.processInfo.processIdentifier)/\(String(UInt32.random(in: 0 ... .max), radix: 36))"
  }

  var leaseEnd: SQL { "\(leaseClock.now()) + \(leaseMilliseconds)" }
  var isLeaseOver: SQL { "(lease_until <= \(leaseClock.now()) OR lease_epoch <> \(leaseClock.epoch))" }

  /// Asks the database for the time, if its clock is the one that counts.
  func setClock() async throws {
    guard let databaseClock, let now = sql.now else { return }
    let start = ContinuousClock.now
    guard let row = try await database.first("SELECT \(now) AS now") else { return }
    databaseClock.set(try row.get("now"), from: start)
  }

  /// Runs a body that changes rows of the queue, again if another host got in its way.
  func transaction<T: Sendable>(_ body: @escaping @Sendable (Transaction) async throws -> T) async throws -> T {
    try await database.transaction(retries: 5, body)
  }
}
