import Edge
import Host

extension TelemetrySpan {
  /// The spans of an answered request or a job's run: its own, that of its wait for a worker, and one for each step.
  ///
  /// - Parameter database: the name of the database's system in the semantic conventions.
  static func all(of record: InvocationRecord, database: String) -> [TelemetrySpan] {
    let run = TelemetrySpan(of: record)
    // The function is called after the request's head was read, and before the response.
    let (timing, total) = (record.timing, max(0, record.timing.total))
    let handler = timing.isComplete ? timing.handler : nil
    let called = min(max(0, handler.map { total - (timing.response ?? 0) - $0 - (timing.waited ?? 0) } ?? 0), total)
    var spans = [run]
    if let waited = timing.waited, waited > 0 {
      var wait = run.part(0, named: "wait for a worker", .internal, from: called, for: waited)
      if let worker = record.worker { wait.attributes = [TelemetryAttribute("swiftlet.worker", "\(worker)")] }
      spans.append(wait)
    }
    for (index, operation) in record.operations.enumerated() {
      spans.append(run.step(operation, number: index + 1, called: called, database: database))
    }
    return spans
  }

  /// The span of the request or run itself, with the attributes of the semantic conventions for HTTP servers, messaging
  /// and FaaS.
  private init(of record: InvocationRecord) {
    let trace = record.trace.flatMap { TraceID(hex: $0) } ?? TraceID(record.id)
    let end = UnixTime.nanoseconds(record.time)
    let isRequest = record.job == nil && record.trigger == .http
    let name =
      switch (isRequest, record.function.isEmpty) {
      case (true, true): record.method
      case (true, false): record.function
      case (false, _): "process \(record.function)"
      }
    self.init(
      trace: trace, id: SpanID(of: record.id), name: name, kind: isRequest ? .server : .consumer,
      start: UnixTime.moved(end, byMicroseconds: -max(0, record.timing.total)), end: end)
    // The parent is of the caller's trace.
    parent = record.trace == nil ? nil : record.parentSpan.flatMap { SpanID(hex: $0) }
    hasRemoteParent = parent != nil
    attributes = isRequest ? Self.request(record) : Self.run(record)
    attributes += Self.common(record)
    isError = record.isError
    error = isError ? record.error : nil
    if isError {
      attributes.append(TelemetryAttribute("error.type", record.status >= 500 ? "\(record.status)" : "response_failed"))
    }
  }

  private static func request(_ record: InvocationRecord) -> [TelemetryAttribute] {
    var attributes = [
      TelemetryAttribute("http.request.method", record.method), TelemetryAttribute("url.path", record.path),
      TelemetryAttribute("url.scheme", "http"), TelemetryAttribute("http.response.status_code", record.status),
      TelemetryAttribute("faas.trigger", "http"),
    ]
    if let client = record.client { attributes.append(TelemetryAttribute("client.address", client)) }
    if let role = record.role { attributes.append(TelemetryAttribute("user.roles", .texts([role]))) }
    return attributes
  }

  private static func run(_ record: InvocationRecord) -> [TelemetryAttribute] {
    let trigger =
      switch record.trigger {
      case .cron: "timer"
      case .queue: "pubsub"
      case .http, .command: "other"
      }
    var attributes = [
      TelemetryAttribute("messaging.system", "swiftlet"), TelemetryAttribute("messaging.operation.name", "process"),
      TelemetryAttribute("messaging.operation.type", "process"),
      TelemetryAttribute("messaging.destination.name", record.function), TelemetryAttribute("faas.trigger", trigger),
    ]
    if let job = record.job { attributes.append(TelemetryAttribute("messaging.message.id", "\(job)")) }
    if let attempt = record.attempt { attributes.append(TelemetryAttribute("swiftlet.job.attempt", attempt)) }
    return attributes
  }

  private static func common(_ record: InvocationRecord) -> [TelemetryAttribute] {
    var attributes = [TelemetryAttribute("faas.invocation_id", InvocationID(record.id).description)]
    if !record.function.isEmpty { attributes.append(TelemetryAttribute("faas.name", record.function)) }
    if let version = record.version { attributes.append(TelemetryAttribute("faas.version", version)) }
    if let worker = record.worker { attributes.append(TelemetryAttribute("faas.instance", "\(worker)")) }
    if record.outcome != .completed {
      attributes.append(TelemetryAttribute("swiftlet.outcome", record.outcome.rawValue))
    }
    if let cpu = record.timing.cpu {
      attributes.append(TelemetryAttribute("swiftlet.cpu_time", .decimal(Double(cpu) / 1e6)))
    }
    if record.operationsDropped > 0 {
      attributes.append(TelemetryAttribute("swiftlet.operations_dropped", record.operationsDropped))
    }
    return attributes
  }

  /// A part of this span, within its time.
  ///
  /// - Parameter began: microseconds after this span's start.
  func part(
    _ index: Int, named name: String, _ kind: Kind, from began: Int, for microseconds: Int
  ) -> TelemetrySpan {
    let start = min(UnixTime.moved(start, byMicroseconds: max(0, began)), end)
    let last = min(UnixTime.moved(start, byMicroseconds: max(0, microseconds)), end)
    return TelemetrySpan(
      trace: trace, id: id.part(index), parent: id, name: name, kind: kind, start: start, end: last)
  }
}
