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

  /// The name of this machine and process, and something that no other process has.
  static func makeHolder() -> String {
    "\(ProcessInfo.processInfo.hostName)/\(ProcessInfo.processInfo.processIdentifier)/\(String(UInt32.random(in: 0 ... .max), radix: 36))"
  }

  var leaseEnd: Int64 { leaseClock.now() + leaseMilliseconds }
}

/// A list of rows as one bound value: SQLite reads it with `json_each`.
struct JSONRows: SQLValue {
  private let text: String

  init(_ rows: [[JSONValue]]) throws { text = String(decoding: try Wire.encode(rows), as: UTF8.self) }
  init(_ ids: [Int64]) { text = "[" + ids.map(String.init).joined(separator: ",") + "]" }
  init(_ names: [String]) throws { text = String(decoding: try Wire.encode(names), as: UTF8.self) }

  func encoded() -> DatabaseValue { text.encoded() }
  static func decoded(from value: DatabaseValue) -> JSONRows? { nil }
}

extension JSONValue {
  static func instant(_ date: Date) -> JSONValue { .string(Timestamp.text(of: date)) }
  static func flag(_ flag: Bool) -> JSONValue { .integer(flag ? 1 : 0) }
}
