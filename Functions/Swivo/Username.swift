import Edge
import Foundation

/// The name of a user: 1 to 30 characters on one line, without spaces around them.
struct Username: Hashable, Sendable {
  /// The most characters, as a person counts them.
  static let length = 30
  /// The most bytes: a character may be a sequence of many.
  private static let bytes = 120

  let text: String

  /// Reads a typed name: without the spaces around it, in the composed form of Unicode, so that equal names are equal
  /// bytes.
  ///
  /// - Returns: nil if it cannot be a name.
  init?(typed text: String) {
    guard text.utf8.count <= 4 * Self.bytes else { return nil }
    let name = text.trimmingCharacters(in: .whitespacesAndNewlines).precomposedStringWithCanonicalMapping
    guard (1...Self.length).contains(name.count), name.utf8.count <= Self.bytes,
      name.unicodeScalars.allSatisfy(Self.isVisible)
    else { return nil }
    self.text = name
  }

  /// Whether a name may have the scalar: no control characters, and none that only change how others are shown.
  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: false
    // Of the invisible characters, emoji need the joiner.
    case .format: scalar == "\u{200D}"
    default: true
    }
  }
}

extension Username: SQLValue {
  func encoded() -> DatabaseValue { text.encoded() }

  /// Decodes a stored name; nil for one that the rules of ``init(typed:)`` refuse.
  static func decoded(from value: DatabaseValue) -> Username? {
    String.decoded(from: value).flatMap(Username.init(typed:))
  }
}

extension Username: Codable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let name = Username(typed: try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "Expected 1 to \(Self.length) visible characters")
    }
    self = name
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
