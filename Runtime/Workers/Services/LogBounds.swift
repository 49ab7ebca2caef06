import Edge
import Wire

/// The bounds of one log line of a worker. The log's own writer escapes control characters.
enum LogBounds {
  /// The most characters, which are Unicode's scalars, of a message, and of all metadata together.
  static let characters = 10_000
  /// The most entries of metadata, and the most characters of a key.
  static let entries = 32
  static let keyCharacters = 64
  /// The keys that the host sets itself, by which a line is found. A function's value for one of them gets the prefix.
  private static let ownKeys: Set<String> = [
    "time", "level", "message", "id", "function", "trace", "job", "run", "attempt", "bundle", "group", "worker",
  ]
  private static let prefix = "function."

  static func message(_ text: String) -> String { text.cut(toScalars: characters) }

  /// Metadata within the bounds. Values for the host's own keys are kept under other keys. Which entries are kept does
  /// not depend on their order.
  static func metadata(_ values: [String: String]) -> Logger.Metadata {
    var rest = characters
    var metadata: Logger.Metadata = [:]
    for (key, value) in values.sorted(by: { $0.key < $1.key }) {
      guard metadata.count < entries, rest > 0 else { break }
      let text = value.cut(toScalars: rest)
      rest -= text.unicodeScalars.count
      let own = ownKeys.contains(key) ? prefix + key : key
      metadata[own.cut(toScalars: keyCharacters)] = .string(text)
    }
    return metadata
  }
}
