/// Texts from outside, as they are written to a terminal.
package enum TerminalText {
  /// The text with escaped control characters, so that it stays on one line and cannot control a terminal.
  package static func escaped(_ text: String) -> String { replacing(in: text) { $0.escaped(asASCII: true) } }

  /// The text with escaped control characters but for the breaks of its lines and tabs.
  package static func escaped(lines text: String) -> String {
    replacing(in: text) { $0 == "\n" || $0 == "\t" ? String($0) : $0.escaped(asASCII: true) }
  }

  /// A JSON text on one line with escaped control characters. It has them in its strings alone, where they are escaped
  /// as JSON does.
  package static func escaped(json text: String) -> String {
    replacing(in: text) { scalar in
      let digits = String(scalar.value, radix: 16)
      return "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
  }

  private static func replacing(in text: String, by replacement: (Unicode.Scalar) -> String) -> String {
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    return text.unicodeScalars.map { isControl($0) ? replacement($0) : String($0) }.joined()
  }

  /// Whether a character breaks lines, controls a terminal, or changes the order of displayed text: the controls C0 and
  /// C1 (Unicode's Cc), the separators of lines and paragraphs (Zl, Zp), and the controls of writing direction
  /// (Bidi_Control). All of them are below U+10000.
  package static func isControl(_ character: Unicode.Scalar) -> Bool {
    if character.isASCII { return character.value < 0x20 || character.value == 0x7F }
    switch character.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: return true
    default: return character.properties.isBidiControl
    }
  }
}
