import Wire

/// The `ETag` of a response (RFC 9110, section 8.8.3): equal contents have equal tags, on all hosts.
public struct EntityTag: Hashable, Sendable, CustomStringConvertible {
  private let hash: FNV1a

  /// The tag of a content: its hash, which tells versions of one resource apart and is no secret.
  public init(of content: some Sequence<UInt8>) {
    hash = content.reduce(into: FNV1a()) { $0.add($1) }
  }

  /// The tag as in the field: `"0f3a…"`.
  public var description: String { "\"\(hash.hexadecimal)\"" }

  /// Whether the request's `If-None-Match` has this tag, or is `*`, which stands for any: the client needs no content.
  public func isKnown(to request: Request) -> Bool {
    let values = request.headers[values: .ifNoneMatch]
    if values == ["*"] { return true }
    return values.joined(separator: ",").split(separator: ",").contains { tag in
      let tag = tag.trimmingPrefix(while: \.isWhitespace)
      let opaque = tag.hasPrefix("W/") ? tag.dropFirst(2) : tag
      return opaque.prefix { !$0.isWhitespace } == description
    }
  }
}
