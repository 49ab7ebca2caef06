import Edge

/// The rows in a function's response, each as JSON text.
struct TableRows: Sendable {
  private var rows: [ArraySlice<UInt8>]
  let isArray: Bool

  /// Reads an array of rows, one row, or none: `null` or no body.
  ///
  /// - Throws: ``Unreadable`` for a streamed response.
  init(_ response: Response) throws {
    guard let json = response.body.wholeBytes else { throw Unreadable() }
    let text = Self.trimmed(json[...])
    isArray = text.first == UInt8(ascii: "[")
    rows =
      switch text.first {
      case UInt8(ascii: "["): Self.elements(of: text)
      case nil, UInt8(ascii: "n"): []
      default: [text]
      }
  }

  /// The error of a streamed response.
  struct Unreadable: Error, CustomStringConvertible {
    let description = "A function that answers a request to a table streams its response"
  }

  var count: Int { rows.count }

  var first: [UInt8]? { rows.first.map(Array.init) }

  var json: [UInt8] {
    var json: [UInt8] = [UInt8(ascii: "[")]
    json.reserveCapacity(rows.reduce(2) { $0 + $1.count + 1 })
    for (index, row) in rows.enumerated() {
      if index > 0 { json.append(UInt8(ascii: ",")) }
      json.append(contentsOf: row)
    }
    json.append(UInt8(ascii: "]"))
    return json
  }

  /// Sorts the rows; equal ones keep their order.
  mutating func sort(by order: [RowOrder]) throws(JSONFault) {
    guard !order.isEmpty else { return }
    var keyed: [(place: Int, keys: [JSONValue])] = []
    for (place, row) in rows.enumerated() {
      let row = try Wire.decode(JSONValue.self, from: Array(row))
      keyed.append((place, order.map { row[$0.column] ?? .null }))
    }
    keyed.sort { one, other in
      for (index, column) in order.enumerated() {
        if let isBefore = column.isBefore(one.keys[index], other.keys[index]) { return isBefore }
      }
      return one.place < other.place
    }
    rows = keyed.map { rows[$0.place] }
  }

  mutating func keep(from offset: Int, upTo limit: Int?) {
    rows = Array(rows.dropFirst(offset).prefix(limit ?? .max))
  }

  /// Keeps some columns of each row that is an object. A column that a row lacks is null, since `nil` is left out of a
  /// typed function's JSON.
  mutating func project(on columns: [String]?) throws {
    guard let columns else { return }
    let null = try RawJSON("null")
    rows = try rows.map { text in
      guard text.first == UInt8(ascii: "{") else { return text }
      let row = try Wire.decode(TableRow.self, from: Array(text))
      var part = TableRow()
      for column in columns { part[column] = row[column] ?? null }
      return try Wire.encode(part)[...]
    }
  }

  /// The text without JSON's white space around it (RFC 8259, section 2).
  private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }
    guard let first = text.firstIndex(where: { !isSpace($0) }), let last = text.lastIndex(where: { !isSpace($0) })
    else { return [] }
    return text[first...last]
  }

  private static func elements(of json: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var elements: [ArraySlice<UInt8>] = []
    var (depth, start) = (0, json.startIndex + 1)
    var strings = JSONStringScan()
    for (index, byte) in zip(json.indices, json) {
      if strings.isInString(byte) { continue }
      switch byte {
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        depth -= 1
        guard depth == 0 else { continue }
        let last = trimmed(json[start..<index])
        if !last.isEmpty { elements.append(last) }
      case UInt8(ascii: ",") where depth == 1:
        elements.append(trimmed(json[start..<index]))
        start = index + 1
      default: break
      }
    }
    return elements
  }
}
