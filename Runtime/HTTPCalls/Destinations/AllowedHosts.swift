/// The servers that a function may call: `allow_hosts` of `[functions.<name>]`.
///
/// A call is checked twice. The URL's host must be named, in the first request and in each redirect. Then the address
/// of each connection must be public, or be named itself: a name alone does not permit loopback, link-local and private
/// addresses, since the owner of a name decides what it resolves to. The exception is the name `localhost`, which
/// permits loopback.
///
/// A list uses no proxy unless it has some of its own (``through(_:)``). The address of a server behind a proxy is not
/// known here, so the proxy has the rules about it.
///
/// A host is that of a URL, an IPv6 address with or without brackets; a path has its escapes.
package struct AllowedHosts: Sendable, Hashable {
  private let patterns: [HostPattern]
  private var origins: Set<ServerOrigin> = []
  private var closed = ClosedPaths()
  private var proxies = EnvironmentProxies.none

  /// No server: all calls are refused.
  package static let none = AllowedHosts(patterns: [])

  /// All servers with a public address.
  package static let publicServers = AllowedHosts(patterns: [.all])

  private init(patterns: [HostPattern]) { self.patterns = patterns }

  /// Reads the entries. With none, all calls are refused.
  ///
  /// - Throws: ``HostPatternError`` for the first entry that cannot be read.
  package init(_ entries: [String]) throws(HostPatternError) {
    var patterns: [HostPattern] = []
    for entry in entries { patterns.append(try HostPattern(entry)) }
    self.init(patterns: patterns)
  }

  /// These servers, and one that is trusted whatever address its name resolves to, such as the project's.
  package func adding(trusted host: String, port: UInt16) -> AllowedHosts {
    var hosts = self
    hosts.origins.insert(ServerOrigin(host, port))
    return hosts
  }

  /// These servers without some paths of one server, given by their first segments, whatever else allows that server.
  /// If it is a loopback address, the paths are closed under all names of loopback. They are closed at an address too,
  /// whatever name has led to it.
  package func closing(_ paths: [[String]], of host: String, port: UInt16) -> AllowedHosts {
    var hosts = self
    hosts.closed.add(paths, of: host, port: port)
    return hosts
  }

  /// These servers, reached through the proxies of the environment. `NO_PROXY` holds for trusted servers alone.
  package func through(_ proxies: EnvironmentProxies) -> AllowedHosts {
    var hosts = self
    hosts.proxies = proxies
    return hosts
  }

  /// The way to a server that is allowed, for a scheme in lower case. Only on a direct one is the address checked.
  package func route(scheme: String, host: String, port: UInt16) -> CallRoute {
    if origins.contains(ServerOrigin(host, port)) { return .environment }
    // To a proxy, loopback is the proxy's own machine.
    let isLoopback = Loopback.isHost(HostName(host)?.text ?? host)
    guard !isLoopback, let proxy = proxies.proxy(for: scheme) else { return .direct }
    return .proxy(proxy)
  }

  package func allows(host: String, port: UInt16) -> Bool {
    if origins.contains(ServerOrigin(host, port)) { return true }
    if let address = IPAddress(host: host) {
      return patterns.contains { $0.names(address, port: port) || (address.isPublic && $0.isAll(port: port)) }
    }
    guard let name = HostName(host) else { return false }
    return patterns.contains { $0.matches(name: name, port: port) }
  }

  /// Whether the path of a URL is closed, though its host may be called.
  package func closes(path: some StringProtocol, of host: String, port: UInt16) -> Bool {
    closed.contains(path, of: host, port: port)
  }

  /// Whether the path of a URL is closed at the address to which a connection for it is made.
  package func closes(path: some StringProtocol, at address: IPAddress, port: UInt16) -> Bool {
    closed.contains(path, at: address, port: port)
  }

  /// Whether a connection for a URL, whose host is allowed, may be made to an address.
  package func allows(_ address: IPAddress, port: UInt16, for host: String) -> Bool {
    if origins.contains(ServerOrigin(host, port)) { return true }
    if address.isPublic || patterns.contains(where: { $0.names(address, port: port) }) { return true }
    let isLocalhost = HostName(host)?.text == "localhost"
    return isLocalhost && address.isLoopback && patterns.contains { $0.namesLocalhost(port: port) }
  }

  package func allows(unixSocket path: String) -> Bool { patterns.contains { $0.matches(unixSocket: path) } }

  /// Whether a URL's host is an address that is not public.
  package static func isInternal(host: String) -> Bool { IPAddress(host: host).map { !$0.isPublic } ?? false }
}
