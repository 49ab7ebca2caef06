package import Edge

/// The reason why a request has no authenticated sender.
package enum TokenRefusal: Error, Sendable {
  /// It has neither a token nor an API key.
  case missing
  /// Its token is malformed, expired, signed by another key, or of a session that has ended.
  case invalid
  /// The project's signing keys are unavailable, so its token cannot be checked now.
  case unavailable
}

extension HandlerServices {
  /// Authenticates the sender of a request to a handler.
  ///
  /// - Parameter acceptsEnded: whether a token is valid although its session has ended.
  package func sender(
    of request: PathRequest, acceptsEnded: Bool = false
  ) async throws(TokenRefusal) -> Identity {
    do throws(HostError) {
      return try await authorizer.identity(request.request.fields, at: request.date, acceptsEnded: acceptsEnded)
    } catch {
      if error.status == .serviceUnavailable { throw .unavailable }
      throw error.code == HostError.noAuthHeader.code ? .missing : .invalid
    }
  }
}
