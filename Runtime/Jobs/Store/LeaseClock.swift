import Database
import FoundationEssentials
import Glibc
import Wire

/// The clock that measures leases.
///
/// On SQLite all hosts are processes of one machine, and the clock is the time since its start, so a step of the wall
/// clock does not affect leases. Leases from before a restart of the machine have run out. On Postgres it is the
/// database's clock.
package struct LeaseClock: Sendable {
  /// The identity of the clock's start. A lease with another epoch has run out.
  let epoch: String
  /// The SQL expression of the time in milliseconds.
  let now: @Sendable () -> SQL

  init(epoch: String, now: @escaping @Sendable () -> Int64) {
    self.epoch = epoch
    // Postgres needs the type of a bound number in a sum.
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
    unsafe clock_gettime(CLOCK_BOOTTIME, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  private static let bootID: String = {
    let text = FileManager.default.contents(atPath: "/proc/sys/kernel/random/boot_id").map {
      String(decoding: $0, as: UTF8.self)
    }
    return text?.trimmed ?? ""
  }()
}
