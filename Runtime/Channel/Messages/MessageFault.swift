/// A message that cannot be read: it is cut off, or a value in it is not one of its type.
package struct MessageFault: Error, Hashable, CustomStringConvertible {
  /// The reason, without any value of the message.
  package let reason: String

  package init(_ reason: String) { self.reason = reason }

  package var description: String { "The message cannot be read: \(reason)" }
}
