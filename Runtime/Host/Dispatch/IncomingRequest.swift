import Curl
package import Edge
package import HTTPTypes

/// A request as the host receives it, without its body.
package final class IncomingRequest: Sendable {
  package let method: HTTPRequest.Method
  package let target: String
  package let headers: RequestFields
  /// The peer's address; nil on the host's own Unix socket and in tests without sockets.
  package let peer: String?

  package convenience init(method: HTTPRequest.Method, target: String, headers: HTTPFields, peer: String? = nil) {
    self.init(method: method, target: target, headers: RequestFields(headers), peer: peer)
  }

  init(method: HTTPRequest.Method, target: String, headers: RequestFields, peer: String?) {
    self.method = method
    self.target = target
    self.headers = headers
    self.peer = peer
  }

  /// The client behind the trusted proxies: the last address in `X-Forwarded-For` that is not one of theirs.
  package func client(trusting proxies: TrustedProxies) -> String? {
    guard let peer, proxies.contains(peer) else { return peer }
    return hops.last { !proxies.contains($0) } ?? peer
  }

  /// Whether the request comes from this machine. A proxy on this machine does not make its clients local.
  ///
  /// A client behind a trusted proxy is local only if the proxy forwards a loopback address, not a name, other text or
  /// nothing. So a request of the proxy's own, or of another process at its address, is not local.
  func isLocal(trusting proxies: TrustedProxies) -> Bool {
    guard let peer else { return true }
    let isProxy = proxies.contains(peer)
    guard headers.contains(.forwardedFor) else { return !isProxy && Loopback.isAddress(peer) }
    guard isProxy else { return false }
    let hops = hops
    guard let origin = hops.last(where: { !proxies.contains($0) }) ?? hops.first else { return false }
    return Loopback.isAddress(origin)
  }

  /// The elements of `X-Forwarded-For`, the nearest last, including empty ones.
  private var hops: [String] {
    headers.values(.forwardedFor).flatMap { value in
      value.split(separator: ",", omittingEmptySubsequences: false).map {
        String($0.filter { $0 != " " && $0 != "\t" })
      }
    }
  }
}
