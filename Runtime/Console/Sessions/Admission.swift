package import Edge

/// The result of a request's check.
package enum Admission: Sendable {
  /// The request belongs to a session.
  case session(Session)
  /// The request is answered with this.
  case response(Response)
}
