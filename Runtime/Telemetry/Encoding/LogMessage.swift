import Edge
import FoundationEssentials
import Host
import Logging

/// The encoding of a line of the log (opentelemetry/proto/logs/v1/logs.proto).
enum LogMessage {
  /// Encodes a line.
  ///
  /// - Parameter trace: the trace of its call; nil if it is not known. Without one, the call's id is the trace.
  static func item(_ record: LogRecord, trace: TraceID?) -> ExportItem {
    var writer = ProtobufWriter()
    writer.message(ExportEnvelope.itemField) { $0.line(record, trace: trace) }
    return ExportItem(bytes: writer.bytes)
  }

  /// The trace that a line names: the logger of a call writes it as the field `trace`, if the call continues one.
  static func namedTrace(_ record: LogRecord) -> TraceID? { record[field: "trace"].flatMap { TraceID(hex: $0) } }
}

extension ProtobufWriter {
  /// `LogRecord`: `time_unix_nano` 1, `severity_number` 2, `severity_text` 3, `body` 5, `attributes` 6, `flags` 8,
  /// `trace_id` 9, `span_id` 10, `observed_time_unix_nano` 11.
  fileprivate mutating func line(_ record: LogRecord, trace: TraceID?) {
    let time = UnixTime.nanoseconds(record.time)
    fixed64(1, time)
    number(2, record.level.severity)
    text(3, record.level.rawValue.uppercased())
    message(5) { $0.anyValue(.text(record.message)) }
    // `faas.name` of the semantic conventions.
    if let function = record.function { attribute(6, TelemetryAttribute("faas.name", function)) }
    if let invocation = record.invocation {
      attribute(6, TelemetryAttribute("faas.invocation_id", InvocationID(invocation).description))
    }
    for field in record.fields where field.name != "trace" { attribute(6, TelemetryAttribute(field.name, field.value)) }
    if let invocation = record.invocation {
      data(9, (trace ?? TraceID(invocation)).bytes)
      data(10, SpanID(of: invocation).bytes)
    }
    fixed64(11, time)
  }
}

extension Logger.Level {
  /// `SeverityNumber` of logs.proto: the first number of each range, and INFO2 for `notice`.
  fileprivate var severity: UInt64 {
    switch self {
    case .trace: 1
    case .debug: 5
    case .info: 9
    case .notice: 10
    case .warning: 13
    case .error: 17
    case .critical: 21
    }
  }
}
