/// The error of a stream that the other side has aborted.
package struct ExchangeFailed: Error, Sendable, Hashable {
  /// The other side's text.
  package let reason: String

  package init(_ reason: String) { self.reason = reason }
}
