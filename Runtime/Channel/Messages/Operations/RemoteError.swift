/// An error of the other side whose type is not known on this one.
package struct RemoteError: Error, Hashable, Sendable, CustomStringConvertible {
  package let type: String
  /// Its text, for logs.
  package let description: String

  package init(type: String, text: String) {
    self.type = type
    description = text
  }
}
