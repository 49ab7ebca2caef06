/// The body of a request.
package enum IncomingBody: Sendable {
  /// The whole body.
  case whole([UInt8])
  /// A body that is still arriving.
  case stream(BodyPipe)
}
