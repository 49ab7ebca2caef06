/// One field of an HTTP/2 header block.
struct HTTP2Field: Sendable, Hashable {
  var name: String
  var value: String
  /// Whether the compression table may keep it.
  var isIndexed: Bool

  init(_ name: String, _ value: String, isIndexed: Bool = true) {
    self.name = name
    self.value = value
    self.isIndexed = isIndexed
  }

  /// Its size by the rule for limits of header lists (RFC 9113, section 10.5.1).
  var size: Int { name.utf8.count + value.utf8.count + 32 }
}
