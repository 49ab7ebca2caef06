/// The header fields of a response.
package protocol ResponseFields: Sendable {
  /// Writes each field.
  func write(to bytes: inout ResponseBytes)
}
