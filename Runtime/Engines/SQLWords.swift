import Database
import Wire

/// The words of a statement, without its comments, quotes and punctuation.
struct SQLWords: Sequence, IteratorProtocol {
  private let dialect: SQLDialect
  /// Whether a byte is part of a word.
  private let isPart: (UInt8) -> Bool
  private var rest: Substring.UTF8View

  init(_ text: String, in dialect: SQLDialect) {
    self.dialect = dialect
    isPart =
      switch dialect {
      // Other bytes separate words: SQLite skips a byte order mark.
      case .sqlite: ASCII.isLetter
      case .postgres: { ASCII.isLetter($0) || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "&") || $0 >= 0x80 }
      }
    rest = text.utf8[...]
  }

  mutating func next() -> String? {
    while let first = rest.first {
      if rest.starts(with: "--".utf8) {
        rest = rest.drop { $0 != UInt8(ascii: "\n") }
      } else if rest.starts(with: "/*".utf8) {
        rest = Self.afterComment(rest, in: dialect)
      } else if isPart(first) {
        let word = rest.prefix(while: isPart)
        rest = rest[word.endIndex...]
        return String(decoding: word, as: UTF8.self)
      } else {
        rest.removeFirst()
      }
    }
    return nil
  }

  /// The text after the comment at its beginning. Postgres' comments nest, SQLite's do not.
  static func afterComment(_ text: Substring.UTF8View, in dialect: SQLDialect) -> Substring.UTF8View {
    var rest = text.dropFirst(2)
    var depth = 1
    while depth > 0, !rest.isEmpty {
      if rest.starts(with: "*/".utf8) {
        depth -= 1
        rest = rest.dropFirst(2)
      } else if dialect == .postgres, rest.starts(with: "/*".utf8) {
        depth += 1
        rest = rest.dropFirst(2)
      } else {
        rest.removeFirst()
      }
    }
    return rest
  }
}
