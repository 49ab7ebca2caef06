import Edge
import HTTPTypes
import Host

/// The rules for requests to the console that hold before any session is looked up. They keep out the pages of other
/// origins that a browser with a session has open. The host's documents outside of the console count among them, since
/// they are sandboxed: `PathHandler.isPrivate`.
struct RequestGuard: Sendable {
  /// The names and addresses besides loopback that `Host` may have, in lower case.
  private let hosts: Set<String>

  /// - Parameters:
  ///   - hosts: the configured names and addresses.
  ///   - bind: the address that the host listens on, which is one of them unless it is a wildcard.
  init(hosts: [String], bind: BindAddress) {
    var hosts = Set(hosts.map { $0.lowercased() })
    if !bind.isWildcard { hosts.insert(bind.host.lowercased()) }
    // An IPv6 address stands in brackets in `Host`.
    self.hosts = Set(hosts.map { $0.contains(":") && !$0.hasPrefix("[") ? "[\($0)]" : $0 })
  }

  /// The reason why a request is refused; nil for an admitted one.
  func refusal(of request: PathRequest) -> AccessRefusal? {
    let origin = RequestOrigin(request.head)
    // DNS rebinding: a page whose name resolves to this machine sends that name as `Host`.
    guard let host = origin.host, origin.isLoopback || hosts.contains(host) else { return .foreignHost }
    let site = FetchSite(request.request.fields)
    switch origin.relation {
    case .absent, .own: break
    // A page without referrers sends `null` with its own forms too. Only a browser can say that they are the host's
    // own, and it says so to an origin of HTTPS or loopback alone.
    case .opaque: guard site == .sameOrigin else { return site == .unsent ? .unknownOrigin : .foreignOrigin }
    case .foreign: return .foreignOrigin
    }
    switch request.request.method {
    case .get, .head: return isReading(request, site) ? nil : .foreignOrigin
    case .post: return isActing(site, origin) ? nil : .foreignOrigin
    default: return .methodNotAllowed
    }
  }

  /// Whether a request that changes nothing comes from the console itself, or opens it in a window.
  private func isReading(_ request: PathRequest, _ site: FetchSite) -> Bool {
    let fields = request.request.fields
    // A frame of another page could be clicked unseen.
    let destination = fields.values(.fetchDestination).first ?? "document"
    guard !["iframe", "frame", "embed", "object", "fencedframe"].contains(destination) else { return false }
    switch site {
    case .sameOrigin, .none, .unsent: return true
    case .other: return fields.values(.fetchMode) == ["navigate"]
    }
  }

  /// Whether a request that changes something comes from the console itself.
  private func isActing(_ site: FetchSite, _ origin: RequestOrigin) -> Bool {
    switch site {
    case .sameOrigin: true
    case .unsent: origin.relation == .own
    case .none, .other: false
    }
  }
}

/// The value of `Sec-Fetch-Site` (W3C Fetch Metadata), which pages cannot set.
private enum FetchSite {
  case sameOrigin
  /// The user began the request: an address that was typed, or a bookmark.
  case none
  /// Another site, another origin of the site, or an unknown value.
  case other
  /// The client sends no such field: an old browser, or none.
  case unsent

  init(_ fields: RequestFields) {
    self =
      switch fields.values(.fetchSite) {
      case []: .unsent
      case ["same-origin"]: .sameOrigin
      case ["none"]: .none
      default: .other
      }
  }
}

extension HTTPField.Name {
  fileprivate static let fetchSite = named("Sec-Fetch-Site")
  static let fetchMode = named("Sec-Fetch-Mode")
  fileprivate static let fetchDestination = named("Sec-Fetch-Dest")
}
