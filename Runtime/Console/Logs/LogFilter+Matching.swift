package import Host
import Wire

extension LogFilter {
  /// Whether a line matches. A word may stand in the message, the function's name, or a field's value.
  package func matches(_ record: LogRecord) -> Bool {
    if let level, record.level < level { return false }
    if let since, record.time < since { return false }
    if !functions.isEmpty {
      guard let function = record.function, functions.contains(function) else { return false }
    }
    if !ids.isEmpty {
      guard let id = record.invocation?.lowercased, ids.contains(where: id.hasPrefix) else { return false }
    }
    return words.allSatisfy { word in
      word.occurs(in: record.message) || record.function.map(word.occurs) == true
        || record.fields.contains { word.occurs(in: $0.value) }
    }
  }
}
