import Curl
import FoundationEssentials
import HTTPCalls
import Wire

/// A server to which the gateway forwards the requests of one service.
struct Upstream: Sendable, Hashable {
  let service: GatewayService
  /// The start of its URLs, without a slash at the end.
  let base: String
  /// Whether it is a server for this service alone, which takes the path below the service's prefix. The project takes
  /// whole paths.
  let isOwn: Bool

  var setting: String { isOwn ? service.setting : "SUPABASE_URL" }

  /// - Throws: ``HTTPClientError`` for an address that cannot be called.
  init(_ service: GatewayService, at address: URL, isOwn: Bool) throws(HTTPClientError) {
    base = address.absoluteString.withoutTrailingSlash
    self.service = service
    self.isOwn = isOwn
    _ = try TargetURL(base + "/")
  }

  /// The URL of a request.
  ///
  /// - Parameters:
  ///   - path: as it was received, and checked by ``ForwardingRules``.
  ///   - query: without its question mark; nil for none.
  /// - Throws: ``ServiceError`` for a path that is not for clients, that evades the rules of another service, or that
  ///   names a host to some servers.
  func url(path: String, query: String?) throws(ServiceError) -> String {
    if service == .other, GatewayService.isDisguised(path) {
      throw .badRequest("The path is another spelling of a service's path")
    }
    guard let path = isOwn ? service.ownPath(of: path) : path else { throw .forbidden }
    // Some servers read `//first/rest` as a host named `first` with the path `/rest`.
    if path.hasPrefix("//") { throw .badRequest("The path begins with two slashes") }
    return query.map { "\(base)\(path)?\($0)" } ?? base + path
  }
}
