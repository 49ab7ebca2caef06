package import HTTPTypes

/// The name of a header field in the client's spelling, and its role for the parser.
package struct FieldName: Sendable {
  /// The meaning of a field for the parser.
  enum Role {
    case host, contentLength, transferEncoding, connection, expect
    /// No meaning for the parser: the field is passed to the handler.
    case other
  }

  package let name: HTTPField.Name
  let role: Role

  /// Parses a name; nil if it is not a token. Frequent names are found in a table, without an allocation.
  init?(_ bytes: Span<UInt8>) {
    if let known = Self.known.find(bytes) {
      self = known
    } else {
      self.init(spelling: unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) })
    }
  }

  private init?(spelling: String) {
    guard let name = HTTPField.Name(spelling) else { return nil }
    self.name = name
    role =
      switch name {
      case Self.host: .host
      case .contentLength: .contentLength
      case .transferEncoding: .transferEncoding
      case .connection: .connection
      case .expect: .expect
      default: .other
      }
  }

  private static let host = HTTPField.Name("host")

  private static let known: Table = {
    let names = [
      "Host", "User-Agent", "Accept", "Accept-Encoding", "Accept-Language", "Authorization", "Connection",
      "Content-Type", "Content-Length", "Transfer-Encoding", "Expect", "Origin", "Referer", "apikey", "X-Client-Info",
      "x-region", "traceparent", "X-Forwarded-For", "X-Forwarded-Proto", "Prefer", "Cookie", "Cache-Control",
      "x-retry-count", "Idempotency-Key",
    ]
    return Table(Set(names + names.map { $0.lowercased() }).compactMap(FieldName.init(spelling:)))
  }()

  /// Names by their bytes: a hash table with open addressing, whose look-up does not allocate.
  private struct Table: Sendable {
    private static let mask = 255
    /// For each slot the index of its name in `names`, or -1.
    private var slots = [Int](repeating: -1, count: mask + 1)
    private let names: [FieldName]
    private let spellings: [[UInt8]]

    init(_ names: [FieldName]) {
      self.names = names
      spellings = names.map { Array($0.name.rawName.utf8) }
      for (index, spelling) in spellings.enumerated() {
        var slot = Self.slot(spelling.span)
        while slots[slot] >= 0 { slot = (slot + 1) & Self.mask }
        slots[slot] = index
      }
    }

    func find(_ bytes: Span<UInt8>) -> FieldName? {
      guard !bytes.isEmpty else { return nil }
      var slot = Self.slot(bytes)
      while slots[slot] >= 0 {
        if Self.isSame(spellings[slots[slot]], bytes) { return names[slots[slot]] }
        slot = (slot + 1) & Self.mask
      }
      return nil
    }

    /// The first slot to look in: a hash of the length, the first and the last byte, in which the known names differ
    /// most.
    private static func slot(_ bytes: Span<UInt8>) -> Int {
      (bytes.count &* 37 &+ Int(bytes[0]) &* 5 &+ Int(bytes[bytes.count - 1])) & mask
    }

    private static func isSame(_ spelling: [UInt8], _ bytes: Span<UInt8>) -> Bool {
      guard spelling.count == bytes.count else { return false }
      for index in spelling.indices where spelling[index] != bytes[index] { return false }
      return true
    }
  }
}

extension FieldName {
  /// Parses a field's line (RFC 9112, section 5): a name that is a token, a colon, and a value between blanks.
  ///
  /// - Throws: ``ProtocolFault``.
  package static func read(_ line: Span<UInt8>) throws(ProtocolFault) -> (name: FieldName, value: Range<Int>) {
    var colon = 0
    while colon < line.count, line[colon] != UInt8(ascii: ":") { colon += 1 }
    guard colon < line.count, let name = FieldName(line.extracting(0..<colon)) else {
      throw .invalidFieldName
    }
    var (start, end) = (colon + 1, line.count)
    while start < end, line[start] == 0x20 || line[start] == 0x09 { start += 1 }
    while end > start, line[end - 1] == 0x20 || line[end - 1] == 0x09 { end -= 1 }
    return (name, start..<end)
  }
}
