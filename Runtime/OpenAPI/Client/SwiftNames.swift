/// Names of Swift for names of JSON.
enum SwiftNames {
  /// A name that begins with a small letter, and may be a keyword: `session_id` is `sessionID`, `searchesToday` stays
  /// as it is.
  private static func bare(_ key: String) -> String {
    let words = words(of: key)
    guard let first = words.first else { return "value" }
    let name = (first.prefix(1).lowercased() + first.dropFirst()) + words.dropFirst().map(capitalized).joined()
    return name.first?.isNumber == true ? "_\(name)" : name
  }

  /// A name of a type: `open session` is `OpenSession`.
  static func type(_ key: String) -> String {
    let name = words(of: key).map(capitalized).joined()
    return name.isEmpty || name.first?.isNumber == true || reserved.contains(name) ? "\(name)Value" : name
  }

  /// Names for keys, each once: of two equal names the second has a number. `self` is always taken: backticks do not
  /// make it a name of a member.
  ///
  /// - Parameter taken: names that the code around has.
  static func members(_ keys: [String], besides taken: Set<String> = []) -> [(key: String, name: String)] {
    var taken = taken.union(["self"])
    return keys.map { key in
      var (name, number) = (bare(key), 2)
      while !taken.insert(name).inserted { (name, number) = ("\(bare(key))\(number)", number + 1) }
      return (key, escaped(name))
    }
  }

  private static func words(of key: String) -> [String] {
    key.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }.map { word in
      // Codes in capitals, such as SESSION_NOT_FOUND.
      word.contains { $0.isLowercase } ? String(word) : word.lowercased()
    }
  }

  private static func capitalized(_ word: String) -> String {
    abbreviations.contains(word.lowercased()) ? word.uppercased() : word.prefix(1).uppercased() + word.dropFirst()
  }

  private static func escaped(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

  private static let abbreviations: Set<String> = ["id", "url", "eta", "apns"]

  private static let keywords: Set<String> = [
    "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do", "else",
    "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init",
    "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol", "public", "repeat",
    "rethrows", "return", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try",
    "typealias", "var", "where", "while",
  ]

  /// The types that the generated code itself uses.
  private static let reserved: Set<String> = [
    "Any", "Array", "Bool", "CancellationError", "Code", "CodingKey", "CodingKeys", "Codable", "Data", "Date",
    "Decodable",
    "Dictionary", "Double", "Encodable", "Error", "Failure", "Hashable", "Int", "JSON", "JSONDecoder", "JSONEncoder",
    "Optional", "Protocol", "Self", "Sendable", "Set", "String", "Task", "Type", "URL", "UUID", "Void",
  ]
}
