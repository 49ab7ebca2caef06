/// The reason why a bundle is refused.
package struct BundleFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, and where.
  package let message: String
  /// What to do; nil if the message says it.
  package let hint: String?

  package init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }

  /// The message with the hint in parentheses.
  package var description: String { hint.map { "\(message) (\($0))" } ?? message }
}
