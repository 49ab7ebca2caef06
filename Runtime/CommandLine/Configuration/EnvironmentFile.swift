import FoundationEssentials
import Wire

/// A parser of `.env` files: `NAME=value` lines, comments, `export`, and quotes. A quoted value may span lines.
struct EnvironmentFile {
  /// A malformed line. The reason never shows a value.
  struct Fault: Error, Hashable {
    let line: Int
    let reason: String
  }

  private var rest: Substring
  private var line = 1

  /// The variables of a file's text. The last of a repeated name counts; an empty value is left out.
  static func variables(in text: String) throws(Fault) -> [String: String] {
    var file = EnvironmentFile(rest: text[...])
    var variables: [String: String] = [:]
    while let (name, value) = try file.next() { variables[name] = value }
    return variables.filter { !$0.value.isEmpty }
  }

  private mutating func next() throws(Fault) -> (name: String, value: String)? {
    while !rest.isEmpty {
      var statement = rest.prefix { !$0.isNewline }.drop(while: \.isWhitespace)
      guard let first = statement.first, first != "#" else {
        skipLine()
        continue
      }
      if statement.hasPrefix("export "), let export = statement.firstIndex(of: " ") {
        statement = statement[export...].drop(while: \.isWhitespace)
      }
      guard let equals = statement.firstIndex(of: "=") else {
        throw Fault(line: line, reason: "expected NAME=value")
      }
      let name = statement[..<equals].trimmed
      guard Self.isName(name) else {
        throw Fault(line: line, reason: "expected a name of letters, digits and _ before the =")
      }
      rest = rest[statement.index(after: equals)...].drop { $0 == " " || $0 == "\t" }
      return (name, try value())
    }
    return nil
  }

  private mutating func value() throws(Fault) -> String {
    if let quote = rest.first, quote == "\"" || quote == "'" { return try quoted(by: quote) }
    let plain = rest.prefix { !$0.isNewline }
    skipLine()
    let end = plain.firstRange(of: " #")?.lowerBound ?? plain.endIndex
    return plain.hasPrefix("#") ? "" : plain[..<end].trimmed
  }

  private mutating func quoted(by quote: Character) throws(Fault) -> String {
    let start = line
    var value = ""
    rest.removeFirst()
    while let character = rest.popFirst() {
      if character == quote {
        let after = rest.prefix { !$0.isNewline }.drop(while: \.isWhitespace)
        guard after.first ?? "#" == "#" else { throw Fault(line: line, reason: "text after the closing quote") }
        skipLine()
        return value
      }
      if character.isNewline { line += 1 }
      guard character == "\\", quote == "\"", let escaped = rest.popFirst() else {
        value.append(character)
        continue
      }
      switch escaped {
      case "n": value.append("\n")
      case "r": value.append("\r")
      case "t": value.append("\t")
      case "\"", "\\", "$": value.append(escaped)
      default: value += "\\\(escaped)"
      }
    }
    throw Fault(line: start, reason: "the quote is never closed")
  }

  private mutating func skipLine() {
    rest = rest.drop { !$0.isNewline }
    if rest.popFirst() != nil { line += 1 }
  }

  private static func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, !ASCII.isDigit(first) else { return false }
    return text.utf8.allSatisfy(ASCII.isWord)
  }
}
