import Database
import Foundation

/// The clock that leases are measured by.
///
/// On SQLite all hosts are processes of one machine, which share a clock that nobody can set: the time since the machine started. So a step of the
/// wall clock neither ends a lease nor lengthens it. What an earlier start of the machine wrote counts as run out. On Postgres it is the database's.
struct LeaseClock: Sendable {
  /// Which start of the clock the time counts from.
  let epoch: String
  /// The time in milliseconds, as a statement says it.
  let now: @Sendable () -> SQL

  /// A clock of this machine.
  init(epoch: String, now: @escaping @Sendable () -> Int64) {
    self.epoch = epoch
    // Postgres knows a number that is added to another only by its type.
    self.now = { "CAST(\(now()) AS BIGINT)" }
  }

  private init(epoch: String, expression: SQL) {
    self.epoch = epoch
    now = { expression }
  }

  /// The clock of the database's machine.
  static let postgres = LeaseClock(
    epoch: "", expression: "(extract(epoch FROM statement_timestamp()) * 1000)::bigint")

  /// The time since this machine started, sleep included.
  static let sinceBoot = LeaseClock(epoch: bootID) {
    var time = timespec()
    #if os(Linux)
      let clock = CLOCK_BOOTTIME
    #else
      let clock = CLOCK_MONOTONIC
    #endif
    unsafe clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  private static let bootID: String = {
    let text = FileManager.default.contents(atPath: "/proc/sys/kernel/random/boot_id").map {
      String(decoding: $0, as: UTF8.self)
    }
    return text?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
  }()
}
