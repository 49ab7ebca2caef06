/// The other side has broken its stream off.
package struct ExchangeFailed: Error, Sendable, Hashable {
  /// The other side's text.
  package let reason: String

  package init(_ reason: String) { self.reason = reason }
}
