import Edge
import Foundation

/// The name of a user: 1 to 30 visible characters on one line, without spaces around them.
///
/// Invisible characters are refused, since two names that look the same could differ in them. Emoji keep the two that
/// they need: U+FE0F after a symbol that is text without it, as in ❤️, and U+200D between two emoji, as in 👩‍🚀. The
/// flags of England, Scotland and Wales and the keycaps have others, and are refused.
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
      Self.areVisible(Array(name.unicodeScalars))
    else { return nil }
    self.text = name
  }

  private static let emojiSelector: Unicode.Scalar = "\u{FE0F}"
  private static let joiner: Unicode.Scalar = "\u{200D}"
  /// A sign without dots, which is a blank but no space.
  private static let blankBraille: Unicode.Scalar = "\u{2800}"

  /// Whether each scalar of a name is visible, or changes an emoji.
  private static func areVisible(_ scalars: [Unicode.Scalar]) -> Bool {
    scalars.indices.allSatisfy { index in
      let (before, after) = (scalars[..<index].last, scalars[index...].dropFirst().first)
      return switch scalars[index] {
      case emojiSelector: isEmoji(before) && before?.properties.isEmojiPresentation == false
      case joiner: (isEmoji(before) || before == emojiSelector) && isEmoji(after)
      default: isVisible(scalars[index])
      }
    }
  }

  /// Whether a scalar is an emoji outside of ASCII. Unicode also counts digits, which keycaps begin with.
  private static func isEmoji(_ scalar: Unicode.Scalar?) -> Bool {
    guard let scalar else { return false }
    return scalar.properties.isEmoji && !scalar.isASCII
  }

  /// Whether a scalar is visible: no control character, no blank but spaces, and none that only changes how others are
  /// shown.
  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: false
    default: !scalar.properties.isDefaultIgnorableCodePoint && scalar != blankBraille
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
