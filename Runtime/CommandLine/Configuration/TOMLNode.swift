import TOMLKit

/// A value of a TOML file, independent of the parser's library.
indirect enum TOMLNode: Sendable, Hashable {
  case text(String)
  case integer(Int)
  case number(Double)
  case boolean(Bool)
  /// A date, a time or both; no setting has this type.
  case moment
  case array([TOMLNode])
  case table([String: TOMLNode])

  /// A syntax error and its position.
  struct Fault: Error, Hashable {
    let line: Int
    let column: Int
    let reason: String
  }

  /// Parses a file's text; the result is a table.
  init(parsing text: String) throws(Fault) {
    // The library returns C strings, which a NUL would cut short.
    for nul in ["\0", #"\u0000"#, #"\U00000000"#] {
      guard let found = text.firstRange(of: nul) else { continue }
      let before = text[..<found.lowerBound].split(separator: "\n", omittingEmptySubsequences: false)
      throw Fault(line: before.count, column: (before.last?.count ?? 0) + 1, reason: "a NUL")
    }
    do {
      self = .table(try TOMLTable(string: text).mapped())
    } catch let error as TOMLParseError {
      throw Fault(line: error.source.begin.line, column: error.source.begin.column, reason: error.description)
    } catch {
      throw Fault(line: 1, column: 1, reason: "\(error)")
    }
  }

  fileprivate init(_ value: any TOMLValueConvertible) {
    self =
      switch value.type {
      case .string: .text(value.string ?? "")
      case .int: value.int.map { .integer($0) } ?? .moment
      case .double: value.double.map { .number($0) } ?? .moment
      case .bool: value.bool.map { .boolean($0) } ?? .moment
      case .table: .table(value.table?.mapped() ?? [:])
      case .array: .array(value.array?.map { TOMLNode($0) } ?? [])
      case .date, .time, .dateTime: .moment
      }
  }

  var table: [String: TOMLNode]? { if case .table(let members) = self { members } else { nil } }

  /// The value at a path of keys.
  subscript(_ path: [String]) -> TOMLNode? {
    path.reduce(self) { node, key in node?.table?[key] }
  }

  /// The value in an error: short and on one line.
  var found: String {
    switch self {
    case .text(let text): "\(QuotedValue(text))"
    case .integer(let value): "\(value)"
    case .number(let value): "\(value)"
    case .boolean(let value): "\(value)"
    case .moment: "a date"
    case .array: "an array"
    case .table: "a table"
    }
  }
}

extension TOMLTable {
  fileprivate func mapped() -> [String: TOMLNode] {
    Dictionary(keys.compactMap { key in self[key].map { (key, TOMLNode($0)) } }) { _, last in last }
  }
}
