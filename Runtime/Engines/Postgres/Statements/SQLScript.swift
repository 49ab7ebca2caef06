import Database
import Wire

/// The statements of a script, separated as psql does: by semicolons outside of quotes, comments, parentheses and
/// standard SQL function bodies.
struct SQLScript {
  /// The statements without their semicolons. Statements of blanks and comments alone are left out.
  let statements: [String]

  private static let newline = UInt8(ascii: "\n")

  init(_ text: String) {
    var statements: [String] = []
    var rest = text.utf8[...]
    var start = rest.startIndex
    var hasContent = false
    var parentheses = 0
    var words: [String] = []
    // How many `BEGIN ATOMIC … END`, and `CASE … END` within them, are open.
    var blocks = 0

    func end(at index: Substring.UTF8View.Index) {
      if hasContent { statements.append(String(Substring(text.utf8[start..<index]))) }
      (hasContent, parentheses, blocks, words) = (false, 0, 0, [])
    }

    while let byte = rest.first {
      switch byte {
      case UInt8(ascii: "-") where rest.starts(with: "--".utf8):
        rest = rest.drop { $0 != Self.newline }
        continue
      case UInt8(ascii: "/") where rest.starts(with: "/*".utf8):
        rest = SQLWords.afterComment(rest, in: .postgres)
        continue
      case UInt8(ascii: "'"), UInt8(ascii: "\""):
        // A backslash escapes only in texts such as E'it\'s'.
        let isEscaping = byte == UInt8(ascii: "'") && words.last == "e" && Self.touches(rest, in: text)
        rest = Self.afterQuote(rest, isEscaping: isEscaping)
        hasContent = true
        continue
      case UInt8(ascii: "$"):
        hasContent = true
        if let after = Self.afterDollarQuote(rest) {
          rest = after
          continue
        }
      case UInt8(ascii: "("): parentheses += 1
      case UInt8(ascii: ")"): parentheses = max(0, parentheses - 1)
      case UInt8(ascii: ";") where parentheses == 0 && blocks == 0:
        end(at: rest.startIndex)
        rest.removeFirst()
        start = rest.startIndex
        continue
      case _ where Self.isWord(byte):
        let word = String(decoding: rest.prefix(while: Self.isWord), as: UTF8.self).lowercased()
        rest = rest.drop(while: Self.isWord)
        hasContent = true
        if word == "atomic", words.last == "begin", words.first == "create" {
          blocks += 1
        } else if blocks > 0, word == "case" {
          blocks += 1
        } else if blocks > 0, word == "end" {
          blocks -= 1
        }
        words = [words.first ?? word, word]
        continue
      default: break
      }
      if !Self.isBlank(byte) { hasContent = true }
      rest.removeFirst()
    }
    end(at: text.utf8.endIndex)
    self.statements = statements
  }

  private static func afterQuote(_ text: Substring.UTF8View, isEscaping: Bool) -> Substring.UTF8View {
    guard let quote = text.first else { return text }
    var rest = text.dropFirst()
    while let byte = rest.popFirst() {
      if isEscaping && byte == UInt8(ascii: "\\") { _ = rest.popFirst() }
      // A doubled quote is read as the end of one literal and the beginning of the next.
      if byte == quote { return rest }
    }
    return rest
  }

  /// The text after the quote `$tag$ … $tag$` at its beginning; `nil` without such a quote.
  private static func afterDollarQuote(_ text: Substring.UTF8View) -> Substring.UTF8View? {
    let tag = text.dropFirst().prefix { isWord($0) && $0 != UInt8(ascii: "$") }
    let opening = text.prefix(tag.count + 2)
    guard opening.last == UInt8(ascii: "$"), opening.count == tag.count + 2,
      tag.first.map({ !ASCII.isDigit($0) }) ?? true
    else { return nil }
    var rest = text.dropFirst(opening.count)
    while !rest.isEmpty {
      if rest.starts(with: opening) { return rest.dropFirst(opening.count) }
      rest.removeFirst()
    }
    return rest
  }

  /// Whether the byte before `rest` is part of a word.
  private static func touches(_ rest: Substring.UTF8View, in text: String) -> Bool {
    rest.startIndex > text.utf8.startIndex && isWord(text.utf8[text.utf8.index(before: rest.startIndex)])
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (9...13).contains(byte) }
  private static func isWord(_ byte: UInt8) -> Bool { ASCII.isWord(byte) || byte >= 0x80 }
}
