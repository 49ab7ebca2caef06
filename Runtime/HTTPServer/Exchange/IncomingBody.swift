/// The body of a request.
package enum IncomingBody: Sendable {
  case whole([UInt8])
  /// A body that is still arriving.
  case stream(BodyPipe)
}
