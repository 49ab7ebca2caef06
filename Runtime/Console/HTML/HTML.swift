/// A piece of an HTML page.
///
/// It is written as a string literal. The literal's own text is HTML as it stands; an interpolated value is escaped, so
/// that a text from outside is text on the page. Only another ``HTML`` is inserted as it is. No initialiser takes a
/// `String`.
package struct HTML: Sendable, Hashable, ExpressibleByStringInterpolation {
  package private(set) var text: String

  package init(stringLiteral literal: StaticString) { text = literal.description }

  package init(stringInterpolation interpolation: StringInterpolation) { text = interpolation.text }

  /// Joins pieces, one after the other.
  package init(_ pieces: some Sequence<HTML>) {
    text = ""
    for piece in pieces { text += piece.text }
  }

  package static func += (left: inout HTML, right: HTML) { left.text += right.text }

  package static let empty: HTML = ""

  /// The place of the session's token in a form. The server replaces it when it sends the page, so that a rendered page
  /// belongs to no session. It has a NUL, which an escaped text never has.
  package static let sessionToken: HTML = "\u{0}session-token\u{0}"

  /// Replaces each placeholder of the session's token in a page or a region.
  ///
  /// - Parameter html: the text of an ``HTML``.
  package static func sent(_ html: String, token: String) -> String {
    var (sent, rest) = ("", html[...])
    // A NUL stands in such a place alone. Foundation's search takes half of the time of a page.
    while let begin = rest.utf8.firstIndex(of: 0) {
      sent += rest[..<begin]
      sent += token
      let length = sessionToken.text.utf8.count
      rest = rest[(rest.utf8.index(begin, offsetBy: length, limitedBy: rest.endIndex) ?? rest.endIndex)...]
    }
    return sent + rest
  }

  package var isEmpty: Bool { text.isEmpty }
}

extension HTML {
  /// The parts of a literal with interpolations.
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    package init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + 16 * interpolationCount)
    }

    package mutating func appendLiteral(_ literal: StaticString) { text += literal.description }

    /// Inserts a piece as it is.
    package mutating func appendInterpolation(_ piece: HTML) { text += piece.text }

    /// Inserts pieces as they are, one after the other.
    package mutating func appendInterpolation(_ pieces: some Sequence<HTML>) {
      for piece in pieces { text += piece.text }
    }

    /// Inserts a text, escaped for content and for attributes in double quotes.
    package mutating func appendInterpolation(_ value: some StringProtocol) { text.appendEscaped(value) }

    package mutating func appendInterpolation(_ value: some BinaryInteger) { text += String(value) }

    /// Inserts a coordinate of a drawing, to one decimal. A number that is not finite is 0.
    package mutating func appendInterpolation(coordinate value: Double) {
      let tenths = value.isFinite ? Int((min(max(value, -100_000), 100_000) * 10).rounded()) : 0
      appendInterpolation("\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)")
    }

    package mutating func appendInterpolation(_ piece: HTML?) { if let piece { appendInterpolation(piece) } }

    /// Inserts a piece if a condition holds: `<details\(if: isOpen, " open")>`.
    package mutating func appendInterpolation(if condition: Bool, _ piece: HTML) {
      if condition { appendInterpolation(piece) }
    }
  }
}

extension String {
  /// Appends a text, escaped for HTML content and for attributes in double quotes.
  ///
  /// Control characters, which a page cannot show, appear as their symbols of the Unicode block "Control Pictures";
  /// tabs and line breaks stay. Characters that change the direction of what follows them appear as U+FFFD.
  fileprivate mutating func appendEscaped(_ value: some StringProtocol) {
    // Most texts have nothing to escape.
    guard !value.utf8.allSatisfy(Self.isPlain) else {
      self += String(value)
      return
    }
    for scalar in value.unicodeScalars {
      switch scalar {
      case "&": append("&amp;")
      case "<": append("&lt;")
      case ">": append("&gt;")
      case "\"": append("&quot;")
      case "'": append("&#39;")
      case "\t", "\n": unicodeScalars.append(scalar)
      case "\u{7F}": append("\u{2421}")
      case "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}": append("\u{FFFD}")
      default:
        if scalar.value < 0x20, let picture = Unicode.Scalar(0x2400 + scalar.value) {
          unicodeScalars.append(picture)
        } else {
          unicodeScalars.append(scalar)
        }
      }
    }
  }

  /// Whether a byte is an ASCII character that stands for itself.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"): false
    default: (0x20..<0x7F).contains(byte)
    }
  }
}
