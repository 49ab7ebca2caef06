import Edge
import Wire

/// The bounds of one log line of a worker. The log's own writer escapes control characters.
enum LogBounds {
  /// The most characters, which are Unicode's scalars, of a message, and of all metadata together.
  static let characters = 10_000
  /// The most entries of metadata, and the most characters of a key.
  static let entries = 32
  static let keyCharacters = 64
  /// The keys that the host sets itself, by which a line is found.
  private static let ownKeys: Set<String> = ["id", "function", "worker", "job"]

  /// A message within the bounds.
  static func message(_ text: String) -> String { text.cut(toScalars: characters) }

  /// Metadata within the bounds, without the host's own keys. Which entries are kept does not depend on their order.
  static func metadata(_ values: [String: String]) -> Logger.Metadata {
    var rest = characters
    var metadata: Logger.Metadata = [:]
    for (key, value) in values.sorted(by: { $0.key < $1.key }) where !ownKeys.contains(key) {
      guard metadata.count < entries, rest > 0 else { break }
      let text = value.cut(toScalars: rest)
      rest -= text.unicodeScalars.count
      metadata[key.cut(toScalars: keyCharacters)] = .string(text)
    }
    return metadata
  }
}
