/// The proxies of the process's environment, by the scheme of a URL, as libcurl reads them.
package struct EnvironmentProxies: Sendable, Hashable {
  package static let none = EnvironmentProxies([:])

  private let http: String?
  private let https: String?

  /// Reads the variables of the process. An empty one is as one that is not set.
  package init(_ environment: [String: String]) {
    func first(_ names: String...) -> String? {
      names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    }
    // A server that runs CGI programs sets HTTP_PROXY from a request's field `Proxy`, so it is not read.
    http = first("http_proxy", "all_proxy", "ALL_PROXY")
    https = first("https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY")
  }

  package var isEmpty: Bool { http == nil && https == nil }

  /// The proxy of a scheme in lower case; nil for none.
  func proxy(for scheme: String) -> String? { scheme == "https" ? https : http }
}
