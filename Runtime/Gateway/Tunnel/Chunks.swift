import Wire

/// The chunked transfer coding (RFC 9112, section 7.1).
enum Chunks {
  /// Decodes a body.
  ///
  /// - Parameter maximum: the largest body, in bytes.
  /// - Returns: nil if it is not whole.
  static func body(_ bytes: [UInt8], upTo maximum: Int) throws(HandshakeFault) -> [UInt8]? {
    var body: [UInt8] = []
    var rest = bytes[...]
    while let line = try line(&rest) {
      let digits = line.prefix { ASCII.hexValue($0) != nil }
      guard (1...8).contains(digits.count), [nil, UInt8(ascii: ";")].contains(line.dropFirst(digits.count).first) else {
        throw .malformed
      }
      let size = digits.reduce(0) { $0 << 4 | Int(ASCII.hexValue($1) ?? 0) }
      guard body.count + size <= maximum else { throw .tooLarge }
      guard size > 0 else {
        // Trailers are dropped.
        while let trailer = try self.line(&rest) { if trailer.isEmpty { return body } }
        return nil
      }
      guard rest.count >= size else { return nil }
      body += rest.prefix(size)
      rest = rest.dropFirst(size)
      guard let end = try self.line(&rest) else { return nil }
      guard end.isEmpty else { throw .malformed }
    }
    return nil
  }

  /// Takes a line without its end; nil if it is not whole.
  private static func line(_ rest: inout ArraySlice<UInt8>) throws(HandshakeFault) -> ArraySlice<UInt8>? {
    guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    guard end > rest.startIndex, rest[end - 1] == UInt8(ascii: "\r") else { throw .malformed }
    defer { rest = rest[(end + 1)...] }
    return rest[..<(end - 1)]
  }
}
