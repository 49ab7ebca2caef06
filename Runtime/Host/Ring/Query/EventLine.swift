import Edge
import FoundationEssentials
import Wire

/// The lines of `logs`.
enum EventLine {
  /// A line of JSON: `{"kind":"log","sequence":…,"time":…,…}`.
  static func json(_ event: RingEvent) -> String {
    var members = JSONMembers()
    members.add("sequence", number: event.sequence)
    members.add("time", WireDate.string(from: event.time))
    switch event {
    case .invocation(let record): add(record, to: &members)
    case .log(let record): add(record, to: &members)
    case .death(let record): add(record, to: &members)
    }
    var writer = JSONWriter(capacity: 512)
    writer.write(JSONContent.object(members.all))
    return TerminalText.escaped(json: String(decoding: writer.bytes, as: UTF8.self))
  }

  /// The line for events that were skipped.
  static func json(missed count: Int) -> String { #"{"kind":"missed","count":\#(count)}"# }

  /// A line for a terminal.
  static func text(_ event: RingEvent) -> String {
    let time = WireDate.string(from: event.time).dropFirst(11).dropLast()
    let (head, fields) =
      switch event {
      case .invocation(let record): text(of: record)
      case .log(let record): text(of: record)
      case .death(let record): text(of: record)
      }
    let parts = ["\(time)", head] + fields.map { "\($0)=\($1)" }
    return TerminalText.escaped(parts.joined(separator: " "))
  }

  static func text(missed count: Int) -> String { "… \(count) events were skipped: this reader is too slow" }

  // MARK: Invocations

  private static func add(_ record: InvocationRecord, to members: inout JSONMembers) {
    members.add("kind", "invocation")
    members.add("level", record.isError ? "error" : "info")
    members.add("id", record.id.lowercased)
    members.add("function", record.function)
    members.add("trigger", record.trigger.rawValue)
    if !record.method.isEmpty {
      members.add("method", record.method)
      members.add("path", record.path)
    }
    members.add("status", number: record.status)
    members.add("outcome", record.outcome.rawValue)
    let timing = record.timing
    members.add("duration_ms", microseconds: timing.total)
    members.add("waited_ms", microseconds: timing.waited)
    members.add("handler_ms", microseconds: timing.handler)
    members.add("database_ms", microseconds: timing.database)
    members.add("calls_ms", microseconds: timing.calls)
    members.add("response_ms", microseconds: timing.response)
    members.add("cpu_ms", microseconds: timing.cpu)
    members.add("role", record.role)
    members.add("user", record.user?.lowercased)
    members.add("client", record.client)
    members.add("worker", number: record.worker)
    members.add("version", record.version)
    members.add("error", record.error)
    members.add("trace_id", record.trace)
    members.add("job", number: record.job)
    members.add("attempt", number: record.attempt)
  }

  private static func text(of record: InvocationRecord) -> (String, [(String, String)]) {
    let what = record.method.isEmpty ? record.trigger.rawValue : "\(record.method) \(record.path)"
    var fields: [(String, String)] = []
    if !record.function.isEmpty { fields.append(("function", record.function)) }
    if let role = record.role {
      fields.append(("caller", role + (record.shortUser.map { "/" + $0 } ?? "")))
    }
    if let worker = record.worker { fields.append(("worker", "\(worker)")) }
    if let job = record.job { fields.append(("job", "\(job)")) }
    if let attempt = record.attempt { fields.append(("attempt", "\(attempt)")) }
    if record.outcome != .completed { fields.append(("outcome", record.outcome.rawValue)) }
    fields.append(("id", record.id.lowercased))
    if let error = record.error { fields.append(("error", error)) }
    return ("\(record.status) \(what) \(JSONMembers.milliseconds(record.timing.total)) ms", fields)
  }

  // MARK: Lines of the log

  private static func add(_ record: LogRecord, to members: inout JSONMembers) {
    members.add("kind", "log")
    members.add("level", record.level.rawValue)
    members.add("message", record.message)
    members.add("function", record.function)
    members.add("id", record.invocation?.lowercased)
    guard !record.fields.isEmpty else { return }
    var fields = JSONMembers()
    for field in record.fields { fields.add(field.name, field.value) }
    members.add("fields", JSONContent.object(fields.all))
  }

  private static func text(of record: LogRecord) -> (String, [(String, String)]) {
    var fields: [(String, String)] = []
    if let function = record.function { fields.append(("function", function)) }
    if let id = record.invocation { fields.append(("id", id.lowercased)) }
    return ("\(record.level.rawValue) \(record.message)", fields + record.fields.map { ($0.name, $0.value) })
  }

  // MARK: Deaths

  private static func add(_ record: WorkerDeathRecord, to members: inout JSONMembers) {
    members.add("kind", "death")
    members.add("level", "error")
    members.add("bundle", record.bundle)
    members.add("version", record.version)
    members.add("group", record.group)
    members.add("function", record.function)
    members.add("worker", number: record.worker)
    members.add("pid", number: record.pid)
    members.add("reason", record.reason)
    members.add("description", record.description)
    members.add("lost", JSONContent.array(record.lost.map(JSONContent.string)))
    members.add("lines", JSONContent.array(record.lines.map(JSONContent.string)))
  }

  private static func text(of record: WorkerDeathRecord) -> (String, [(String, String)]) {
    var fields = [("bundle", "\(record.bundle)@\(record.version)"), ("group", record.group)]
    if let function = record.function { fields.append(("function", function)) }
    if !record.lost.isEmpty { fields.append(("lost", record.lost.joined(separator: " "))) }
    return ("error worker \(record.worker) (pid \(record.pid)) died: \(record.description)", fields)
  }
}
