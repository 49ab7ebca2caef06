/// The entity tag of a stored file, or one that a request names (RFC 9110, section 8.8.3).
struct FileTag: Sendable, Hashable {
  /// The text between the quotes.
  let opaque: String
  let isWeak: Bool

  /// The tag as a field's value.
  var text: String { "\(isWeak ? "W/" : "")\"\(opaque)\"" }

  /// The strong comparison: whether both tags mean the same bytes.
  func isStronglyEqual(_ other: FileTag) -> Bool { !isWeak && self == other }

  /// The weak comparison: whether both tags mean equivalent contents.
  func isWeaklyEqual(_ other: FileTag) -> Bool { opaque == other.opaque }

  /// Parses a list of tags, up to the first malformed one.
  static func list(_ text: String) -> [FileTag] {
    var tags: [FileTag] = []
    var rest = text[...].drop { $0 == " " || $0 == "\t" || $0 == "," }
    while let tag = first(&rest) {
      tags.append(tag)
      rest = rest.drop { $0 == " " || $0 == "\t" || $0 == "," }
    }
    return tags
  }

  private static func first(_ rest: inout Substring) -> FileTag? {
    let isWeak = rest.hasPrefix("W/")
    let quoted = isWeak ? rest.dropFirst(2) : rest
    guard quoted.first == "\"" else { return nil }
    let content = quoted.dropFirst()
    guard let end = content.firstIndex(of: "\"") else { return nil }
    rest = content[content.index(after: end)...]
    return FileTag(opaque: String(content[..<end]), isWeak: isWeak)
  }
}
