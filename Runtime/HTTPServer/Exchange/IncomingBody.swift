/// The body of a request.
package enum IncomingBody: Sendable {
  /// All of it.
  case whole([UInt8])
  /// It is still coming.
  case stream(BodyPipe)
}
