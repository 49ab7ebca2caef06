/// The header fields of a response.
package protocol ResponseFields: Sendable {
  func write(to bytes: inout ResponseBytes)
}
