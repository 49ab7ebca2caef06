import Edge
import HTTPCalls
import HTTPTypes

/// The host that a request names in `Host`, compared with the origin of the page that sent it.
package struct RequestOrigin: Sendable {
  /// The relation of the sending page's origin to the host.
  package enum Relation: Sendable, Hashable {
    /// There is no `Origin`: a browser's navigation, or another client than a browser.
    case absent
    case own
    /// `null`: an opaque origin, or one that the page's referrer policy hides.
    case opaque
    case foreign
  }

  package let relation: Relation
  private let named: HostAndPort?

  /// Reads `Host` and `Origin`. A request with several `Host` has none.
  package init(_ request: IncomingRequest) {
    let named: HostAndPort? =
      if case .one(let value) = request.headers.sole(.hostField) {
        HostAndPort(String(decoding: value, as: UTF8.self))
      } else {
        nil
      }
    self.named = named
    let origins = request.headers.values(.origin)
    if origins.isEmpty {
      relation = .absent
    } else if origins == ["null"] {
      relation = .opaque
    } else {
      relation = origins.allSatisfy { named?.isOrigin($0) ?? false } ? .own : .foreign
    }
  }

  /// The name or address in `Host`, in lower case, an IPv6 address in brackets; nil if there is not exactly one.
  package var host: String? { named?.host }
  package var port: Int? { named?.port }
  package var isLoopback: Bool { named.map { Loopback.isHost($0.host) } ?? false }
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

  /// Whether a serialized origin (RFC 6454, section 6.2) has this host and port.
  ///
  /// The scheme is not compared, since a proxy may terminate TLS. It only gives the default port.
  func isOrigin(_ origin: String) -> Bool {
    for (scheme, standard) in [("http://", 80), ("https://", 443)] where origin.lowercased().hasPrefix(scheme) {
      guard let other = HostAndPort(String(origin.dropFirst(scheme.count))) else { return false }
      return other.host == host && other.port ?? standard == port ?? standard
    }
    return false
  }
}
