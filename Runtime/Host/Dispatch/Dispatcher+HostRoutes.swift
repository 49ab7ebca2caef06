import Edge

extension Dispatcher {
  /// The refusal of a request to one of the host's own routes; nil for an admitted one.
  ///
  /// Health and readiness accept any `Host`, since load balancers send names of their own. The other routes need a
  /// loopback `Host` while the secret is a published one, with which any page can sign tokens.
  func refusal(ofOwn arrival: Arrival) -> HostError? {
    let isOpen =
      switch arrival.route {
      case .health, .ready: true
      default: false
      }
    let refusal = OwnRoutes.refusal(
      of: arrival.head, needsLoopbackHost: !isOpen && configuration.tokens.hasPublishedSecret)
    return refusal ?? (arrival.head.method == .options ? .methodNotAllowed("GET, POST") : nil)
  }

  /// Answers only requests from this machine, or with the service key.
  func privately(_ head: IncomingRequest, _ answer: () -> Response) async -> Response {
    if OwnRoutes.isLocal(head, trusting: proxies) { return answer() }
    do {
      guard try await authorizer.identity(head.headers, at: clock.now).role == .serviceRole else {
        return HostError(refusal: .permissionDenied()).response
      }
      return answer()
    } catch {
      // A local request without a token was refused only because its Host header is not loopback.
      let isLocal = head.isLocal(trusting: proxies)
      return (isLocal ? HostError.foreignHost : error).response
    }
  }
}
