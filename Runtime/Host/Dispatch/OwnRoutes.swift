import Curl
import Edge

/// The rules for requests to the host's own routes, beside the token: `/metrics`, and the paths below `/functions/v1/_internal`.
///
/// They keep out the web pages that a browser on this machine or in its network has open. A page of another origin sends `Origin`. A page
/// whose name was rebound to a loopback address sends that name as `Host`, and counts as the same origin.
enum OwnRoutes {
  /// The refusal of a request; nil for an admitted one.
  ///
  /// - Parameters:
  ///   - request: a request to one of the routes. Requests on the host's Unix socket are the commands' own and always admitted.
  ///   - needsLoopbackHost: whether its `Host` has to be loopback.
  static func refusal(of request: IncomingRequest, needsLoopbackHost: Bool) -> HostError? {
    guard request.peer != nil else { return nil }
    let host = host(of: request)
    guard request.headers.values(.origin).allSatisfy({ isOrigin($0, of: host) }) else { return .foreignOrigin }
    return needsLoopbackHost && !isLoopback(host) ? .foreignHost : nil
  }

  /// Whether a request is admitted without a token: it comes from this machine, and names it.
  static func isLocal(_ request: IncomingRequest, trusting proxies: Set<String>) -> Bool {
    request.isLocal(trusting: proxies) && (request.peer == nil || isLoopback(host(of: request)))
  }

  /// The value of `Host`; nil if there is not exactly one.
  private static func host(of request: IncomingRequest) -> HostAndPort? {
    guard case .one(let value) = request.headers.sole(.hostField) else { return nil }
    return HostAndPort(String(decoding: value, as: UTF8.self))
  }

  private static func isLoopback(_ host: HostAndPort?) -> Bool { host.map { Loopback.isHost($0.host) } ?? false }

  /// Whether a serialized origin (RFC 6454, section 6.2) has a host and a port.
  ///
  /// The scheme is not compared, since a proxy may have taken TLS off; it says which port is meant where none is given.
  private static func isOrigin(_ origin: String, of host: HostAndPort?) -> Bool {
    for (scheme, port) in [("http://", 80), ("https://", 443)] where origin.lowercased().hasPrefix(scheme) {
      guard let host, let own = HostAndPort(String(origin.dropFirst(scheme.count))) else { return false }
      return own.host == host.host && own.port ?? port == host.port ?? port
    }
    return false
  }
}

/// A host and its port, as in `Host` (RFC 9110, section 7.2).
private struct HostAndPort {
  /// The name or address in lower case, an IPv6 address in brackets.
  let host: String
  let port: Int?

  init?(_ text: String) {
    let isBracketed = text.hasPrefix("[")
    let end = isBracketed ? text.firstIndex(of: "]").map(text.index(after:)) : text.firstIndex(of: ":") ?? text.endIndex
    guard let end, end > text.startIndex else { return nil }
    host = text[..<end].lowercased()
    switch text[end...] {
    case "", ":": port = nil
    case let rest:
      guard rest.first == ":", let number = UInt16(rest.dropFirst()) else { return nil }
      port = Int(number)
    }
  }
}
