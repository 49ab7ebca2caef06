import Host
import Logging
import Wire

/// Lines of the log as a table.
struct LogTable {
  let view: PageView
  /// Whether all lines are of one call: then function and id are left out.
  let isOfOneCall: Bool
  /// Whether all lines are of one host: then its name is left out.
  let isOfOneHost: Bool
  let empty: HTML

  func html(_ records: [HostValue<LogRecord>]) -> HTML {
    var columns: [DataTable.Column] = [.init("Time"), .init("Level")]
    if !isOfOneCall { columns += [.init("Function")] }
    columns += [.init("Message"), .init("Fields")]
    if !isOfOneCall { columns += [.init("Call")] }
    return DataTable(columns: columns, rows: records.map(row), empty: empty, label: "Log lines").html
  }

  private func row(_ item: HostValue<LogRecord>) -> DataTable.Row {
    let record = item.value
    var cells: [HTML] = [Instant(record.time, now: view.now).html, Self.level(record.level)]
    if !isOfOneCall { cells.append(record.function.map { "\($0)" } ?? "–") }
    cells.append("<span class=\"message\">\(Self.shortened(record.message))</span>")
    cells.append(Self.fields(record))
    if !isOfOneCall { cells.append(Self.call(record)) }
    return DataTable.Row(
      key: HostColumn.key("\(record.sequence)", of: item),
      link: HostColumn.link(Section.logs.path("\(record.sequence)"), of: item),
      cells: cells,
      host: HostColumn.name(of: item, unless: isOfOneHost))
  }

  /// A level with icon and colour.
  static func level(_ level: Logger.Level) -> HTML {
    let kind: Badge.Kind =
      switch level {
      case .trace, .debug: .idle
      case .info, .notice: .good
      case .warning: .warning
      case .error, .critical: .bad
      }
    return Badge(kind, level.rawValue).html
  }

  /// The fields in one line: `host=a status=3`.
  private static func fields(_ record: LogRecord) -> HTML {
    let fields = record.fields.prefix(12).map { field -> HTML in
      "<span class=\"field\"><b>\(field.name)</b>=\(shortened(field.value, to: 120))</span> "
    }
    return record.fields.count > 12 ? "\(fields)…" : "\(fields)"
  }

  /// The link to the call that wrote a line.
  static func call(_ record: LogRecord) -> HTML {
    guard let id = record.invocation else { return "–" }
    return "<a href=\"\(Section.invocations.path(id.lowercased))\"><code>\(InvocationWords.short(id))</code></a>"
  }

  /// The beginning of a text. The detail has all of it.
  private static func shortened(_ text: String, to length: Int = 500) -> String {
    text.utf8.count <= length ? text : "\(text.prefix(length))…"
  }
}
