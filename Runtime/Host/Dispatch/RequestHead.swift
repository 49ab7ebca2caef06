package import Edge
package import HTTPTypes

/// The head of a request and where it came from.
package final class RequestHead: Sendable {
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

  /// Whoever is behind the proxies that are trusted: the last address in `X-Forwarded-For` that is none of them.
  func client(trusting proxies: Set<String>) -> String? {
    guard let peer, proxies.contains(peer) else { return peer }
    var hops: [String] = []
    for value in headers.values(.forwardedFor) {
      hops += value.split(separator: ",").map { String($0.filter { $0 != " " && $0 != "\t" }) }
    }
    return hops.last { !proxies.contains($0) } ?? peer
  }

  /// Whether the request comes from this machine. A proxy on this machine does not make its clients local.
  func isLocal(trusting proxies: Set<String>) -> Bool {
    guard peer != nil else { return true }
    guard !headers.contains(.forwardedFor) || proxies.contains(peer ?? "") else { return false }
    return client(trusting: proxies).map(BindAddress.isLoopback) ?? true
  }
}
