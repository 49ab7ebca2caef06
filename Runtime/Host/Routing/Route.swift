import Edge

/// Where a request's target leads.
enum Route: Sendable {
  /// A function, and the path below its name.
  case function(Entry, path: Substring)
  /// A database function, called the way PostgREST calls it.
  case procedure(Entry)
  /// A name that no function has, at `/functions/v1` or `/rest/v1/rpc`.
  case unknownFunction, unknownProcedure(String)
  /// A signed file of the embedded storage.
  case signedObject(bucket: Substring, path: Substring)
  /// The host's own routes.
  case health, ready, metricJSON, metricText
  /// Nothing that the host knows.
  case nothing
  /// A path that tries to leave where it is.
  case malformed
}

/// A request's target (RFC 9112, section 3.2), split but not decoded.
struct RequestTarget: Sendable {
  let path: Substring
  let query: Substring?

  fileprivate init(path: Substring, query: Substring?) {
    self.path = path
    self.query = query
  }

  init(_ target: String) {
    var rest = target[...]
    // The absolute form that proxies receive.
    if rest.utf8.first != UInt8(ascii: "/"), let scheme = rest.firstRange(of: "://") {
      rest = rest[scheme.upperBound...]
      rest = rest.firstIndex(of: "/").map { rest[$0...] } ?? "/"
    }
    if let offset = rest.utf8.offset(where: { $0 == UInt8(ascii: "?") }) {
      let mark = rest.utf8.index(rest.startIndex, offsetBy: offset)
      path = rest[..<mark]
      query = rest[rest.utf8.index(after: mark)...]
    } else {
      path = rest
      query = nil
    }
  }

  /// Whether the path holds `..`, a NUL or a backslash, plain or percent-encoded, or an escape that is none.
  var isMalformed: Bool {
    let isSuspicious = path.utf8.offset {
      $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "\\")
    }
    guard isSuspicious != nil else { return false }
    guard let decoded = PercentEncoding.decode(path, plusIsSpace: false) else { return true }
    return decoded.utf8.contains { $0 == 0 || $0 == UInt8(ascii: "\\") }
      || decoded.split(separator: "/").contains { $0 == ".." || $0 == "." }
  }
}

extension Catalogue {
  static let functionsPrefix: StaticString = "/functions/v1/"
  static let proceduresPrefix: StaticString = "/rest/v1/rpc/"
  private static let signedPrefix: StaticString = "/storage/v1/object/sign/"

  /// Takes a target apart and finds what answers it: one look into a dictionary.
  func arrive(at target: String) -> (RequestTarget, Route) {
    if let route = plain[target] { return (RequestTarget(path: target[...], query: nil), route) }
    let target = RequestTarget(target)
    return (target, route(target))
  }

  /// Finds what answers a target.
  func route(_ target: RequestTarget) -> Route {
    if target.isMalformed { return .malformed }
    let path = target.path
    if let rest = Self.below(Self.functionsPrefix, path) {
      let (name, below) = Self.split(rest)
      if let entry = functions[String(name)] { return .function(entry, path: below) }
      return name == "_internal" ? internalRoute(below) : .unknownFunction
    }
    if let rest = Self.below(Self.proceduresPrefix, path) {
      let name = String(rest)
      return procedures[name].map(Route.procedure) ?? .unknownProcedure(name)
    }
    if let rest = Self.below(Self.signedPrefix, path) {
      let (bucket, below) = Self.split(rest)
      return bucket.isEmpty || below.count < 2 ? .nothing : .signedObject(bucket: bucket, path: below.dropFirst())
    }
    return path == "/metrics" ? .metricText : .nothing
  }

  private func internalRoute(_ path: Substring) -> Route {
    switch path {
    case "/health": .health
    case "/ready": .ready
    case "/metric": .metricJSON
    default: controls[String(path.dropFirst())].map { .function($0, path: "") } ?? .unknownFunction
    }
  }

  /// What follows a prefix, byte by byte: paths are compared as they were sent.
  private static func below(_ prefix: StaticString, _ path: Substring) -> Substring? {
    let count = prefix.utf8CodeUnitCount
    let isBelow = unsafe path.utf8.withContiguousStorageIfAvailable { bytes in
      guard bytes.count >= count else { return false }
      for index in 0..<count where unsafe bytes[index] != prefix.utf8Start[index] { return false }
      return true
    }
    guard isBelow ?? path.utf8.starts(with: "\(prefix)".utf8) else { return nil }
    return path[path.utf8.index(path.startIndex, offsetBy: count)...]
  }

  private static func split(_ path: Substring) -> (first: Substring, below: Substring) {
    guard let slash = path.utf8.offset(where: { $0 == UInt8(ascii: "/") }) else { return (path, "") }
    let index = path.utf8.index(path.startIndex, offsetBy: slash)
    return (path[..<index], path[index...])
  }
}

extension Substring.UTF8View {
  /// Where the first of some bytes is, looked for in memory as it lies: an index for each would cost more than the look.
  fileprivate func offset(where isFound: (UInt8) -> Bool) -> Int? {
    let offset = unsafe withContiguousStorageIfAvailable { bytes -> Int? in
      for index in 0..<bytes.count where isFound(unsafe bytes[index]) { return index }
      return nil
    }
    return offset ?? enumerated().first { isFound($0.element) }?.offset
  }
}
