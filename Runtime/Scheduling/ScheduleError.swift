/// The reason why a schedule cannot be read: the part at fault, its text, and the expected form.
package struct ScheduleError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The part at fault: `expression`, `interval`, `time zone`, or a field: `second`, `minute`, `hour`, `day of month`,
  /// `month`, `day of week`.
  package let field: String
  /// The text at fault, as given.
  package let text: String
  /// The expected form, or the reason why the text is impossible: `expected 0 to 59`.
  package let reason: String

  init(_ field: String, _ text: some StringProtocol, _ reason: String) {
    self.field = field
    self.text = String(text)
    self.reason = reason
  }

  /// One line with the field, the text and the reason: `minute "61": expected 0 to 59`.
  ///
  /// The text is cut after 64 characters, and characters other than printable ASCII are escaped.
  package var description: String {
    var shown = ""
    for scalar in text.unicodeScalars.prefix(64) { shown += scalar.escaped(asASCII: true) }
    if text.unicodeScalars.count > 64 { shown += "…" }
    return "\(field) \"\(shown)\": \(reason)"
  }
}
