/// The paths of servers that may be called, which no request may reach.
struct ClosedPaths: Sendable, Hashable {
  /// The first segments of the paths, by their server.
  private var paths: [ServerOrigin: [[String]]] = [:]

  /// Closes paths of a server, and all below them.
  mutating func add(_ closed: [[String]], of host: String, port: UInt16) {
    paths[Self.server(host, port), default: []] += closed
  }

  func contains(_ path: some StringProtocol, of host: String, port: UInt16) -> Bool {
    return contains(path, at: Self.server(host, port))
  }

  /// Whether a path of the server at an address is closed, whatever name has led to the address.
  func contains(_ path: some StringProtocol, at address: IPAddress, port: UInt16) -> Bool {
    contains(path, at: Self.server(address, port))
  }

  private func contains(_ path: some StringProtocol, at server: ServerOrigin) -> Bool {
    guard let closed = paths[server] else { return false }
    let segments = Self.segments(of: path)
    return closed.contains { segments.starts(with: $0) }
  }

  /// The server of a URL. All loopback names lead to this machine, so they count as one.
  private static func server(_ host: String, _ port: UInt16) -> ServerOrigin {
    if let address = IPAddress(host: host) { return server(address, port) }
    let name = HostName(host)?.text ?? host
    return ServerOrigin(Loopback.isHost(name) ? "localhost" : name, port)
  }

  /// The server at an address. All loopback addresses lead to this machine, so they count as one. A connection to the
  /// unspecified address goes to loopback.
  private static func server(_ address: IPAddress, _ port: UInt16) -> ServerOrigin {
    let isOfThisMachine = address.isLoopback || address.bytes.allSatisfy { $0 == 0 }
    return isOfThisMachine ? ServerOrigin("localhost", port) : ServerOrigin(address, port)
  }

  /// The segments of a path as a proxy before the server may pass them on: percent-decoded, and without empty ones, `.`
  /// and `..`.
  private static func segments(of path: some StringProtocol) -> [String] {
    var segments: [String] = []
    for segment in decoded(path).split(separator: "/") where segment != "." {
      if segment == ".." { _ = segments.popLast() } else { segments.append(String(segment)) }
    }
    return segments
  }

  /// A path without its escapes; what is no escape stays.
  private static func decoded(_ path: some StringProtocol) -> String {
    var (bytes, rest) = ([UInt8](), Array(path.utf8)[...])
    while let byte = rest.popFirst() {
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      guard byte == UInt8(ascii: "%"), digits.utf8.count == 2, let value = UInt8(digits, radix: 16) else {
        bytes.append(byte)
        continue
      }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
