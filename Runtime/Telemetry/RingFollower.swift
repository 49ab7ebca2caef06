import FoundationEssentials
import Host

/// Makes items of the ring's records: spans of selected calls, and lines of the log.
struct RingFollower {
  struct Items {
    var traces: [ExportItem] = []
    var logs: [ExportItem] = []
  }

  private let database: String
  private let hasTraces: Bool
  private let hasLogs: Bool
  private var selection: TraceSelection

  /// - Parameters:
  ///   - database: the name of the database's system in the semantic conventions.
  ///   - signals: those that are exported.
  init(_ sampler: TraceSampler, database: String, signals: Set<TelemetrySignal>) {
    self.database = database
    hasTraces = signals.contains(.traces)
    hasLogs = signals.contains(.logs)
    selection = TraceSelection(sampler)
  }

  var isWaiting: Bool { selection.isWaiting }

  /// Takes records, the oldest first.
  mutating func take(_ events: [RingEvent]) -> Items {
    var items = Items()
    // A line of a call comes before the call's record, which has the trace.
    var traces: [UUID: TraceID] = [:]
    if hasLogs {
      for case .invocation(let record) in events { traces[record.id] = record.trace.flatMap { TraceID(hex: $0) } }
    }
    for event in events {
      switch event {
      case .invocation(let record):
        if hasTraces { items.traces += spans(selection.add(record)) }
      case .log(let record):
        guard hasLogs else { continue }
        let trace = LogMessage.namedTrace(record) ?? record.invocation.flatMap { traces[$0] }
        items.logs.append(LogMessage.item(record, trace: trace))
      // The host logs a worker's end too.
      case .death: break
      }
    }
    return items
  }

  /// The spans of the slowest calls of the minute, if it is over.
  mutating func timePassed(_ now: Date) -> [ExportItem] { spans(selection.timePassed(now)) }

  /// The spans of the slowest calls of the minute until now.
  mutating func finish() -> [ExportItem] { spans(selection.finish()) }

  private func spans(_ records: [InvocationRecord]) -> [ExportItem] {
    records.flatMap { TelemetrySpan.all(of: $0, database: database) }.map(\.item)
  }
}
