import Wire

/// The media types of documents, whose scripts a browser may run with the origin of their URL.
///
/// These are HTML and XML, parts that may be of these types, and content whose type a browser guesses: by WHATWG's
/// "MIME Sniffing" (section 7), content without a type, with a malformed one, and of the unknown types. By that
/// standard, `text/plain` never becomes more than plain text or binary data, and JSON, event streams, pictures and
/// `application/octet-stream` keep their type or become another that has no scripts. It counts `application/pdf` among
/// the scriptable types, but a browser runs the scripts of a PDF in its viewer, which has another origin; Chromium's
/// viewer does not open a sandboxed PDF at all. A script (`text/javascript`) runs only in a document or worker that
/// loads it, or as a service worker, which only a document of the same origin can register (W3C "Service Workers",
/// "Register"); the origin of a sandboxed document is opaque.
enum DocumentType {
  private static let types = ["*", "unknown", "multipart", "message"]
  /// `text/xsl` is no plain text for Chromium, and `text/rdf` is XML for Firefox.
  private static let subtypes = ["html", "xml", "xsl", "rdf", "unknown"]

  /// Whether a browser may take content for a document, by its only `Content-Type`.
  static func mayBe(_ value: Span<UInt8>) -> Bool {
    // Most responses, so it is compared first.
    if isSame(value, "application/json") { return false }
    let slash = endOfToken(value, from: 0)
    guard slash > 0, slash < value.count, value[slash] == UInt8(ascii: "/") else { return true }
    let end = endOfToken(value, from: slash + 1)
    guard end > slash + 1, isOneType(value, endingAt: end) else { return true }
    let type = value.extracting(0..<slash)
    let subtype = value.extracting(slash + 1..<end)
    return isAny(of: types, type) || isAny(of: subtypes, subtype) || isXML(subtype)
  }

  /// The end of a token (RFC 9110, section 5.6.2), which is `start` if none begins there.
  private static func endOfToken(_ value: Span<UInt8>, from start: Int) -> Int {
    var end = start
    while end < value.count, ASCII.isAlphanumeric(value[end]) || "!#$%&'*+-.^_`|~".utf8.contains(value[end]) {
      end += 1
    }
    return end
  }

  /// Whether only parameters follow a type. After a comma there may be another type, and browsers differ in which of
  /// the two they take.
  private static func isOneType(_ value: Span<UInt8>, endingAt end: Int) -> Bool {
    var index = end
    while index < value.count, value[index] == 0x20 || value[index] == 0x09 { index += 1 }
    guard index == value.count || value[index] == UInt8(ascii: ";") else { return false }
    while index < value.count, value[index] != UInt8(ascii: ",") { index += 1 }
    return index == value.count
  }

  /// Whether a subtype has the suffix of XML (RFC 7303, section 4.2).
  private static func isXML(_ subtype: Span<UInt8>) -> Bool {
    subtype.count >= 4 && isSame(subtype.extracting(subtype.count - 4..<subtype.count), "+xml")
  }

  private static func isAny(of words: [String], _ bytes: Span<UInt8>) -> Bool {
    for word in words where isSame(bytes, word) { return true }
    return false
  }

  /// Whether bytes are a word, which is in lower case, ignoring the case of ASCII letters.
  private static func isSame(_ bytes: Span<UInt8>, _ word: String) -> Bool {
    let word = word.utf8.span
    guard bytes.count == word.count else { return false }
    for index in bytes.indices where ASCII.lowercased(bytes[index]) != word[index] { return false }
    return true
  }
}
