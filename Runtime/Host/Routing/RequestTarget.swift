import Edge

/// A request's target (RFC 9112, section 3.2), split but not decoded.
struct RequestTarget: Sendable {
  let path: Substring
  let query: Substring?
}

extension RequestTarget {
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
