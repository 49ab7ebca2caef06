import Wire

/// A region of a view as it was rendered last.
struct RenderedRegion: Sendable, Hashable {
  let id: String
  let html: String
  /// A number that equal contents share. The texts of instants do not count: they change each second, and the browser
  /// keeps them itself.
  let digest: UInt64

  init(_ region: Region) {
    id = region.id
    html = region.content.text
    digest = Self.digest(of: html)
  }

  /// The hash of the bytes outside of `<time>` elements, with the tags of these.
  private static func digest(of html: String) -> UInt64 {
    let tag = Array("<time".utf8)
    var hash = FNV1a()
    // How many bytes of the tag's name were read, all of them inside the tag.
    var matched = 0
    var isInText = false
    for byte in html.utf8 {
      if isInText {
        guard byte == UInt8(ascii: "<") else { continue }
        isInText = false
      }
      hash.add(byte)
      if matched == tag.count {
        if byte == UInt8(ascii: ">") { (matched, isInText) = (0, true) }
      } else {
        matched = byte == tag[matched] ? matched + 1 : byte == tag[0] ? 1 : 0
      }
    }
    return hash.value
  }
}
