/// A JSON value (RFC 8259).
indirect enum JSON: Sendable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSON])
  case object([(name: String, value: JSON)])

  /// How deep a text may nest.
  static let depthLimit = 128

  /// Reads a whole text; nil if it is no JSON, or nests too deep.
  init?(_ bytes: [UInt8]) {
    var reader = JSONReader(bytes)
    guard let value = reader.document() else { return nil }
    self = value
  }

  /// The value of a field; the last one if there are several.
  subscript(name: String) -> JSON? {
    guard case .object(let fields) = self else { return nil }
    return fields.last { $0.name == name }?.value
  }

  var string: String? { if case .string(let text) = self { text } else { nil } }

  var number: Double? { if case .number(let number) = self { number } else { nil } }

  /// A whole number within what a double holds exactly.
  var integer: Int? {
    guard let number, number == number.rounded(), abs(number) < 9_007_199_254_740_992 else { return nil }
    return Int(number)
  }

  var array: [JSON]? { if case .array(let elements) = self { elements } else { nil } }

  var object: [(name: String, value: JSON)]? { if case .object(let fields) = self { fields } else { nil } }

  /// A text as a JSON string, quotes and all.
  static func quote(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\u{0}"..."\u{1F}", "\u{7F}":
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
