package import FoundationEssentials

/// One record of any kind.
package enum RingEvent: Sendable, Hashable {
  case invocation(InvocationRecord)
  case log(LogRecord)
  case death(WorkerDeathRecord)

  /// The number among all records of the host.
  package var sequence: UInt64 {
    switch self {
    case .invocation(let record): record.sequence
    case .log(let record): record.sequence
    case .death(let record): record.sequence
    }
  }

  package var time: Date {
    switch self {
    case .invocation(let record): record.time
    case .log(let record): record.time
    case .death(let record): record.time
    }
  }
}
