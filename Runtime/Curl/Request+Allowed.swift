import HTTPCalls

extension HTTPClient.Request {
  /// Throws if the request may not reach a URL's host, or its Unix socket.
  func checkAllowed(_ target: TargetURL) throws(HTTPClientError) {
    guard let allowedHosts else { return }
    let isAllowed =
      if let unixSocketPath {
        allowedHosts.allows(unixSocket: unixSocketPath)
      } else {
        UInt16(target.port).map { allowedHosts.allows(host: target.host, port: $0) } ?? false
      }
    guard !isAllowed else { return }
    let reason =
      AllowedHosts.isInternal(host: target.host)
      ? "its address is not public, and allow_hosts does not name it" : "allow_hosts does not name this server"
    throw HTTPClientError(.notAllowed, "\(target.host): \(reason)")
  }

  /// Whether a connection to an address may be made for a URL.
  func allows(_ address: IPAddress?, for target: TargetURL) -> Bool {
    guard let allowedHosts, unixSocketPath == nil else { return true }
    guard let address, let port = UInt16(target.port) else { return false }
    return allowedHosts.allows(address, port: port, for: target.host)
  }
}
