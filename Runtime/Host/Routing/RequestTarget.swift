import Edge

/// A request's target (RFC 9112, section 3.2), split but not decoded.
struct RequestTarget: Sendable {
  let path: Substring
  let query: Substring?
}

extension RequestTarget {
  init(_ target: String) {
    let whole = target[...]
    if let offset = whole.utf8.offset(where: { $0 == UInt8(ascii: "?") }) {
      let mark = whole.utf8.index(whole.startIndex, offsetBy: offset)
      path = Self.path(whole[..<mark])
      query = whole[whole.utf8.index(after: mark)...]
    } else {
      path = Self.path(whole)
      query = nil
    }
  }

  /// The path of a target without its query: of the absolute form, which proxies receive, what follows the host. An
  /// empty path there is `/` (RFC 9110, section 4.2.3).
  private static func path(_ target: Substring) -> Substring {
    guard target.utf8.first != UInt8(ascii: "/") else { return target }
    for scheme in ["http://", "https://"] {
      let start = target.utf8.prefix(scheme.utf8.count)
      guard start.lazy.map(ASCII.lowercased).elementsEqual(scheme.utf8) else { continue }
      let rest = target[start.endIndex...]
      return rest.utf8.firstIndex(of: UInt8(ascii: "/")).map { rest[$0...] } ?? "/"
    }
    return target
  }

  /// Whether the path contains a segment `.` or `..`, a NUL or a backslash, plain or percent-encoded, or an invalid
  /// escape.
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

extension Substring.UTF8View {
  /// The offset of the first matching byte. It is searched in contiguous memory, which is faster than by indices.
  func offset(where isFound: (UInt8) -> Bool) -> Int? {
    let offset = unsafe withContiguousStorageIfAvailable { bytes -> Int? in
      for index in 0..<bytes.count where isFound(unsafe bytes[index]) { return index }
      return nil
    }
    return offset ?? enumerated().first { isFound($0.element) }?.offset
  }
}
