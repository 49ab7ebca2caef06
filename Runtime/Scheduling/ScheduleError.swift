/// Why a schedule cannot be read: which part of it, its text, and what was expected instead.
public struct ScheduleError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The part at fault: `expression`, `interval`, `time zone`, or a field: `second`, `minute`, `hour`, `day of month`,
  /// `month`, `day of week`.
  public let field: String
  /// The text at fault, as given.
  public let text: String
  /// What was expected there, or why it cannot be: `expected 0 to 59`.
  public let reason: String

  init(_ field: String, _ text: some StringProtocol, _ reason: String) {
    self.field = field
    self.text = String(text)
    self.reason = reason
  }

  /// One line that names the field, the text and what was expected: `minute "61": expected 0 to 59`.
  ///
  /// The text is cut after 64 characters, and what is not printable ASCII in it is escaped.
  public var description: String {
    var shown = ""
    for scalar in text.unicodeScalars.prefix(64) { shown += scalar.escaped(asASCII: true) }
    if text.unicodeScalars.count > 64 { shown += "…" }
    return "\(field) \"\(shown)\": \(reason)"
  }
}
