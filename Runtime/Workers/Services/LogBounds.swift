import Edge

/// The bounds of one log line of a worker. The log's own writer escapes control characters.
enum LogBounds {
  /// The most characters of a message, and of all metadata together.
  static let characters = 10_000
  /// The most entries of metadata, and the most characters of a key.
  static let entries = 32
  static let keyCharacters = 64
  /// The keys that the host sets itself, by which a line is found.
  private static let ownKeys: Set<String> = ["id", "function", "worker", "job"]

  /// A message within the bounds.
  static func message(_ text: String) -> String { cut(text, to: characters) }

  /// Metadata within the bounds, without the host's own keys. Which entries are kept does not depend on their order.
  static func metadata(_ values: [String: String]) -> Logger.Metadata {
    var rest = characters
    var metadata: Logger.Metadata = [:]
    for (key, value) in values.sorted(by: { $0.key < $1.key }) where !ownKeys.contains(key) {
      guard metadata.count < entries, rest > 0 else { break }
      let text = cut(value, to: rest)
      rest -= text.unicodeScalars.count
      metadata[cut(key, to: keyCharacters)] = .string(text)
    }
    return metadata
  }

  /// A text of at most so many characters, with a sign where it was cut. Characters are Unicode's scalars: what a reader counts as one may
  /// have any number of them.
  private static func cut(_ text: String, to limit: Int) -> String {
    let scalars = text.unicodeScalars
    guard let end = scalars.index(scalars.startIndex, offsetBy: limit, limitedBy: scalars.endIndex),
      end != scalars.endIndex
    else { return text }
    return String(scalars[..<end]) + "…"
  }
}
