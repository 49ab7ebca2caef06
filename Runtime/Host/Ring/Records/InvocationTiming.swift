/// The parts of an invocation's time, in microseconds. A part that was not measured is nil; the longest is 71 minutes.
package struct InvocationTiming: Sendable, Hashable, Codable {
  private static let unknown = UInt32.max

  /// The time from the request's arrival to the end of its response.
  package let total: Int
  private var waitedTime = unknown
  private var handlerTime = unknown
  private var databaseTime = unknown
  private var callsTime = unknown
  private var responseTime = unknown
  private var cpuTime = unknown

  package init(total: Int) { self.total = total }

  /// The time that it waited for a worker.
  package var waited: Int? {
    get { Self.value(waitedTime) }
    set { waitedTime = Self.stored(newValue) }
  }
  /// The time from the call of the handler to its response, without the wait for a worker.
  package var handler: Int? {
    get { Self.value(handlerTime) }
    set { handlerTime = Self.stored(newValue) }
  }
  /// The time in which at least one statement of its handler ran.
  package var database: Int? {
    get { Self.value(databaseTime) }
    set { databaseTime = Self.stored(newValue) }
  }
  /// The time in which at least one call of its handler to another server, notification or use of the storage ran.
  package var calls: Int? {
    get { Self.value(callsTime) }
    set { callsTime = Self.stored(newValue) }
  }
  /// The time from the handler's response to its last byte.
  package var response: Int? {
    get { Self.value(responseTime) }
    set { responseTime = Self.stored(newValue) }
  }
  /// The CPU time that it used.
  package var cpu: Int? {
    get { Self.value(cpuTime) }
    set { cpuTime = Self.stored(newValue) }
  }

  private static func value(_ stored: UInt32) -> Int? { stored == unknown ? nil : Int(stored) }
  private static func stored(_ value: Int?) -> UInt32 {
    value.map { UInt32(clamping: max(0, min($0, Int(unknown) - 1))) } ?? unknown
  }
}
