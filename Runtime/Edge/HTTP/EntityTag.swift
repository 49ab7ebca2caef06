/// The `ETag` of a response (RFC 9110, section 8.8.3): equal contents have equal tags, on all hosts.
public struct EntityTag: Hashable, Sendable, CustomStringConvertible {
  private let hash: UInt64

  /// The tag of a content: its FNV-1a hash, which tells versions of one resource apart and is no secret.
  public init(of content: some Sequence<UInt8>) {
    hash = content.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
  }

  /// The tag as in the field: `"0f3a…"`.
  public var description: String {
    let digits = String(hash, radix: 16)
    return "\"" + String(repeating: "0", count: 16 - digits.count) + digits + "\""
  }

  /// Whether the request's `If-None-Match` has this tag: the client knows the content.
  public func isKnown(to request: Request) -> Bool {
    request.headers[values: .ifNoneMatch].joined(separator: ",").split(separator: ",").contains { tag in
      let tag = tag.trimmingPrefix(while: \.isWhitespace)
      let opaque = tag.hasPrefix("W/") ? tag.dropFirst(2) : tag
      return opaque.prefix { !$0.isWhitespace } == description
    }
  }
}
