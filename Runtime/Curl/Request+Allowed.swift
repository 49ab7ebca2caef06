import HTTPCalls

extension HTTPClient.Request {
  /// Throws if the request may not reach a URL's host and path, or its Unix socket.
  func checkAllowed(_ target: TargetURL) throws(HTTPClientError) {
    guard let allowedHosts else { return }
    let isAllowed =
      if let unixSocketPath {
        allowedHosts.allows(unixSocket: unixSocketPath)
      } else {
        UInt16(target.port).map { allowedHosts.allows(host: target.host, port: $0) } ?? false
      }
    if isAllowed {
      guard unixSocketPath == nil, let port = UInt16(target.port),
        allowedHosts.closes(path: target.path, of: target.host, port: port)
      else { return }
      throw HTTPClientError(.notAllowed, "\(target.host): functions may not call the controls of their own host")
    }
    let reason =
      AllowedHosts.isInternal(host: target.host)
      ? "its address is not public, and allow_hosts does not name it" : "allow_hosts does not name this server"
    throw HTTPClientError(.notAllowed, "\(target.host): \(reason)")
  }

  /// The way to a URL's server, which ``checkAllowed(_:)`` has allowed.
  func route(to target: TargetURL) -> CallRoute {
    if target.isLoopback || unixSocketPath != nil { return .direct }
    guard let allowedHosts else { return .environment }
    guard let port = UInt16(target.port) else { return .direct }
    return allowedHosts.route(scheme: target.scheme, host: target.host, port: port)
  }

  /// Whether a connection to an address may be made for a URL. A proxy's address is not the server's.
  func allows(_ address: IPAddress?, for target: TargetURL) -> Bool {
    guard let allowedHosts, unixSocketPath == nil, route(to: target) == .direct else { return true }
    guard let address, let port = UInt16(target.port) else { return false }
    // A name says nothing about its address: it may be that of the own host, whose controls are closed.
    return allowedHosts.allows(address, port: port, for: target.host)
      && !allowedHosts.closes(path: target.path, at: address, port: port)
  }
}
