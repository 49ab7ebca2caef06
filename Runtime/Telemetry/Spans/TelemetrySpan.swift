/// A span, as it is exported.
struct TelemetrySpan: Sendable, Hashable {
  /// `SpanKind` of opentelemetry/proto/trace/v1/trace.proto.
  enum Kind: UInt64 {
    case `internal` = 1
    case server = 2
    case client = 3
    case producer = 4
    case consumer = 5
  }

  let trace: TraceID
  let id: SpanID
  /// Nil if the trace begins with it.
  var parent: SpanID?
  /// Whether the parent is in another process.
  var hasRemoteParent = false
  var name: String
  let kind: Kind
  /// Nanoseconds since 1970.
  let start: UInt64
  let end: UInt64
  var attributes: [TelemetryAttribute] = []
  var isError = false
  var error: String?

  /// The number of the status for an error, `STATUS_CODE_ERROR`. Without one the status is not set.
  private static let errorCode: UInt64 = 2
  /// `flags`: the trace is sampled (W3C), and bits 8 and 9 say whether the parent is remote.
  private static let (sampled, knowsParent, isRemote): (UInt32, UInt32, UInt32) = (0x1, 0x100, 0x200)

  /// `Span` of trace.proto: `trace_id` 1, `span_id` 2, `parent_span_id` 4, `name` 5, `kind` 6, `start_time_unix_nano`
  /// 7, `end_time_unix_nano` 8, `attributes` 9, `status` 15 (`message` 2, `code` 3), `flags` 16.
  var item: ExportItem {
    var writer = ProtobufWriter()
    writer.message(ExportEnvelope.itemField) { span in
      span.data(1, trace.bytes)
      span.data(2, id.bytes)
      if let parent { span.data(4, parent.bytes) }
      span.text(5, name)
      span.number(6, kind.rawValue)
      span.fixed64(7, start)
      span.fixed64(8, end)
      for attribute in attributes { span.attribute(9, attribute) }
      if isError {
        span.message(15) { status in
          if let error { status.text(2, error) }
          status.number(3, Self.errorCode)
        }
      }
      span.fixed32(16, Self.sampled | Self.knowsParent | (hasRemoteParent ? Self.isRemote : 0))
    }
    return ExportItem(bytes: writer.bytes)
  }
}
