/// The rules for requests to the host's own routes, beside the token: `/metrics`, and the paths below
/// `/functions/v1/_internal`.
///
/// They keep out the web pages that a browser on this machine or in its network has open. A page of another origin
/// sends `Origin`. A page whose name was rebound to a loopback address sends that name as `Host`, and counts as the
/// same origin.
enum OwnRoutes {
  /// The refusal of a request to one of the routes; nil for an admitted one, such as each on the host's Unix socket,
  /// which the commands send.
  static func refusal(of request: IncomingRequest, needsLoopbackHost: Bool) -> HostError? {
    guard request.peer != nil else { return nil }
    let origin = RequestOrigin(request)
    guard origin.relation == .absent || origin.relation == .own else { return .foreignOrigin }
    return needsLoopbackHost && !origin.isLoopback ? .foreignHost : nil
  }

  /// Whether a request is admitted without a token: it comes from this machine, and names it.
  static func isLocal(_ request: IncomingRequest, trusting proxies: TrustedProxies) -> Bool {
    request.isLocal(trusting: proxies) && (request.peer == nil || RequestOrigin(request).isLoopback)
  }
}
