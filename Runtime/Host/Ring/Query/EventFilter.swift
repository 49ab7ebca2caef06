package import Edge
package import FoundationEssentials
package import Logging
import Wire

/// The events that are wanted by a query.
package struct EventFilter: Sendable {
  /// The longest text to search for, in bytes.
  static let longestText = 1000
  /// The most parts of a list of statuses.
  static let mostStatuses = 20

  package var function: String?
  package var level: Logger.Level?
  /// The statuses of calls; nil for all events.
  package var statuses: [StatusClass]?
  /// The beginning of an id, in lower case.
  package var id: String?
  package var since: Date?
  /// A text in lower case.
  package var text: String?

  package init() {}

  /// - Throws: ``FunctionError`` that says which field is not valid.
  package init(_ query: LogQuery) throws(FunctionError) {
    function = query.function
    if let level = query.level {
      guard let known = Logger.Level(rawValue: level.lowercased()) else {
        throw .validation("level is \(level): expected trace, debug, info, notice, warning, error or critical")
      }
      self.level = known
    }
    if let status = query.status { statuses = try Self.statuses(status) }
    if let id = query.id?.lowercased() {
      guard !id.isEmpty, id.utf8.count <= 36, id.utf8.allSatisfy({ ASCII.isHexDigit($0) || $0 == UInt8(ascii: "-") })
      else { throw .validation("id is \(id): expected the id of a request, or its first digits") }
      self.id = id
    }
    since = query.since
    guard let text = query.grep, !text.isEmpty else { return }
    guard text.utf8.count <= Self.longestText else {
      throw .validation("grep has more than \(Self.longestText) bytes")
    }
    self.text = text.lowercased()
  }

  /// `404`, `5xx`, or several of these with commas.
  private static func statuses(_ text: String) throws(FunctionError) -> [StatusClass] {
    let parts = text.split(separator: ",")
    guard parts.count <= mostStatuses else { throw .validation("status has more than \(mostStatuses) parts") }
    guard !parts.isEmpty else { throw .validation("status is empty: expected such as 404 or 5xx") }
    let statuses = parts.compactMap { StatusClass(String($0)) }
    guard statuses.count == parts.count else {
      throw .validation("status is \(text): expected such as 404, 5xx or 4xx,500")
    }
    return statuses
  }

  package func matches(_ event: RingEvent) -> Bool {
    switch event {
    case .invocation(let record): matches(record)
    case .log(let record): matches(record)
    case .death(let record): matches(record)
    }
  }

  package func matches(_ record: InvocationRecord) -> Bool {
    if let function, record.function != function { return false }
    if let statuses, !statuses.contains(where: { $0.contains(record.status) }) { return false }
    if let level, level > (record.isError ? .error : .info) { return false }
    if let since, record.time < since { return false }
    if let id, !record.id.lowercased.hasPrefix(id) { return false }
    return contains(record.texts)
  }

  package func matches(_ record: LogRecord) -> Bool {
    if statuses != nil { return false }
    if let level, record.level < level { return false }
    if let function, record.function != function { return false }
    if let since, record.time < since { return false }
    if let id, record.invocation?.lowercased.hasPrefix(id) != true { return false }
    return contains([record.message, record.function ?? ""] + record.fields.flatMap { [$0.name, $0.value] })
  }

  /// The level of a death is that of its line in the log, `error`.
  package func matches(_ record: WorkerDeathRecord) -> Bool {
    if statuses != nil { return false }
    if let level, level > .error { return false }
    if let function, record.function != function { return false }
    if let since, record.time < since { return false }
    if let id, !record.lost.contains(where: { $0.hasPrefix(id) }) { return false }
    return contains(
      [record.description, record.function ?? "", record.group, record.bundle, record.version] + record.lines)
  }

  private func contains(_ texts: @autoclosure () -> [String]) -> Bool {
    guard let text else { return true }
    return texts().contains { $0.lowercased().contains(text) }
  }
}

extension InvocationRecord {
  /// The texts in which a search looks.
  fileprivate var texts: [String] {
    let optional = [error, client, role, trace, user?.lowercased]
    return [function, path, method, trigger.rawValue] + optional.compactMap(\.self)
  }
}
