import Edge

/// The media types of stored files.
///
/// A type is read from the file's first bytes: what a client declares counts only for types that have no signature. A
/// file without a signature that was put into the folder by hand has the type of its name (``FileEnding``).
enum MediaType {
  /// The bytes that ``recognised(_:)`` needs.
  static let signatureLength = 32

  /// The type of a file that begins with these bytes; nil if they are no known signature.
  ///
  /// The signatures are those of the WHATWG's "MIME Sniffing" (section 6), and of ISO 14496-12 for the brands of HEIF
  /// and AVIF.
  static func recognised(_ start: some Collection<UInt8>) -> String? {
    let bytes = [UInt8](start.prefix(signatureLength))
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "image/png" }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
    if bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8) { return "image/gif" }
    if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) { return "image/webp" }
    if bytes.starts(with: "%PDF-".utf8) { return "application/pdf" }
    if bytes.dropFirst(4).starts(with: "ftyp".utf8) {
      return brands[String(decoding: bytes.dropFirst(8).prefix(4), as: UTF8.self)]
    }
    return nil
  }

  private static let brands = [
    "heic": "image/heic", "heix": "image/heic", "heim": "image/heic", "heis": "image/heic", "hevc": "image/heic",
    "mif1": "image/heif", "msf1": "image/heif", "avif": "image/avif", "avis": "image/avif",
    "isom": "video/mp4", "iso2": "video/mp4", "mp41": "video/mp4", "mp42": "video/mp4", "qt  ": "video/quicktime",
  ]

  /// The type under which an uploaded file is stored, by its first bytes and the type that the client declares, with or
  /// without parameters. `allowed` has the bucket's types, such as `image/png`, or patterns, such as `image/*`.
  ///
  /// - Throws: ``StorageRefusal`` 415 for a type that the bucket does not take, for bytes that are not of the declared
  ///   type, and for documents with scripts (HTML, SVG, XML), which are never stored.
  static func stored(
    _ start: some Collection<UInt8>, declared: String?, allowed: [String]
  ) throws(StorageRefusal) -> String {
    let declared = declared.map(essence) ?? "application/octet-stream"
    let type = recognised(start) ?? declared
    guard isName(type), !isActive(type) else {
      throw .mediaType(
        "mime type \(type.prefix(64)) is not supported: it is no type, or its documents may hold scripts")
    }
    if recognised(start) == nil, hasSignature(type) {
      throw .mediaType("mime type \(type) is not supported for these bytes: they are not of that type")
    }
    guard allowed.contains(where: { matches(type, $0) }) else {
      throw .mediaType("mime type \(type) is not supported: the bucket takes \(allowed.joined(separator: ", "))")
    }
    return type
  }

  /// Whether a browser may run scripts in documents of a type.
  static func isActive(_ type: String) -> Bool {
    type.hasSuffix("+xml") || type.hasSuffix("/xml") || type.hasPrefix("multipart/") || type.contains("html")
      || type.contains("script")
  }

  /// Whether files of a type are known by their first bytes.
  private static func hasSignature(_ type: String) -> Bool { type.hasPrefix("image/") || type == "application/pdf" }

  /// Whether a type is one of an allowed pattern.
  private static func matches(_ type: String, _ pattern: String) -> Bool {
    pattern == "*/*" || pattern == type || pattern.hasSuffix("/*") && type.hasPrefix(pattern.dropLast())
  }

  /// A type without its parameters, in lower case.
  private static func essence(_ type: String) -> String {
    String((type.split(separator: ";").first ?? "").filter { $0 != " " && $0 != "\t" }).lowercased()
  }

  /// Whether a text is a media type (RFC 6838, section 4.2).
  static func isName(_ type: String) -> Bool {
    let parts = type.split(separator: "/", omittingEmptySubsequences: false)
    return parts.count == 2 && type.utf8.count <= 127
      && parts.allSatisfy { part in
        !part.isEmpty
          && part.utf8.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || "!#$&-^_.+".utf8.contains($0) }
      }
  }
}
