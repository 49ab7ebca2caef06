import HTTPTypes

/// The name of a field as a client spells it, and what it is to the parser.
struct FieldName: Sendable {
  /// What a field is to the parser.
  enum Role {
    case host, contentLength, transferEncoding, connection, expect
    /// Nothing: it is the function's.
    case other
  }

  let name: HTTPField.Name
  let role: Role

  /// Reads a name; nil if it is no token.
  ///
  /// What clients send over and over was made once, and is found by its bytes.
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
      case .hostField: .host
      case .contentLength: .contentLength
      case .transferEncoding: .transferEncoding
      case .connection: .connection
      case .expect: .expect
      default: .other
      }
  }

  private static let known: Table = {
    let names = [
      "Host", "User-Agent", "Accept", "Accept-Encoding", "Accept-Language", "Authorization", "Connection",
      "Content-Type", "Content-Length", "Transfer-Encoding", "Expect", "Origin", "Referer", "apikey", "X-Client-Info",
      "x-region", "traceparent", "X-Forwarded-For", "X-Forwarded-Proto", "Prefer", "Cookie", "Cache-Control",
      "x-retry-count",
    ]
    return Table(Set(names + names.map { $0.lowercased() }).compactMap(FieldName.init(spelling:)))
  }()

  /// Names by their bytes: an open table, so that nothing is made to look one up.
  private struct Table: Sendable {
    private static let mask = 255
    /// Where in `names` a slot's name is.
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
