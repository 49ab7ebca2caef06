import Foundation
import Logging

@testable import Host

/// Records for tests of the ring.
enum RingFixtures {
  static let start = Date(timeIntervalSince1970: 1_700_000_040)

  static func invocation(
    _ function: String = "greet", status: Int = 200, microseconds: Int = 1000, at seconds: Double = 0,
    error: String? = nil, path: String = "/functions/v1/greet"
  ) -> InvocationRecord {
    var record = InvocationRecord(
      time: start.addingTimeInterval(seconds), id: UUID(), function: function, status: status,
      timing: InvocationTiming(total: microseconds))
    record.method = "POST"
    record.path = path
    record.error = error
    return record
  }

  static func line(_ message: String, at seconds: Double = 0) -> LogRecord {
    LogRecord(time: start.addingTimeInterval(seconds), level: .info, message: message)
  }
}
