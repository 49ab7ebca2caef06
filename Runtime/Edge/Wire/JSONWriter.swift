/// A JSON text in the making, or a part of it.
package enum JSONContent {
  case null
  /// A number, `true` or `false`, as it is written.
  case literal(String)
  case string(String)
  case array([JSONContent])
  case object([(key: String, value: JSONContent)])
  /// What is still being filled.
  case node(JSONNode)
}

/// A value that an encoder fills, an array or an object out of order if it likes.
package final class JSONNode {
  private static let many = 16

  var content = JSONContent.null
  /// Where the members of an object are, once it has many.
  private var places: [String: Int] = [:]

  var count: Int { if case .array(let elements) = content { elements.count } else { 0 } }

  func append(_ element: JSONContent) {
    guard case .array(var elements) = content else { return }
    content = .null
    elements.append(element)
    content = .array(elements)
  }

  /// A key that is set again keeps its place and takes the new value.
  func set(_ key: String, _ value: JSONContent) {
    guard case .object(var members) = content else { return }
    content = .null
    if let index = place(of: key, among: members) {
      members[index].value = value
    } else {
      members.append((key, value))
      if members.count >= Self.many { places[key] = members.count - 1 }
    }
    content = .object(members)
  }

  /// Few members are compared one by one; many are looked up.
  private func place(of key: String, among members: [(key: String, value: JSONContent)]) -> Int? {
    if members.count < Self.many { return members.firstIndex { $0.key == key } }
    if places.isEmpty {
      for (index, member) in members.enumerated() { places[member.key] = index }
    }
    return places[key]
  }
}

/// Writes the shortest JSON text.
package struct JSONWriter {
  package private(set) var bytes: [UInt8] = []

  /// - Parameter capacity: How long the text is likely to be, in bytes.
  package init(capacity: Int = 256) { bytes.reserveCapacity(capacity) }

  package mutating func write(_ content: JSONContent) {
    switch content {
    case .node(let node): write(node.content)
    case .null: bytes.append(contentsOf: "null".utf8)
    case .literal(let text): bytes.append(contentsOf: text.utf8)
    case .string(let text): write(text)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        write(element)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        write(member.key)
        bytes.append(UInt8(ascii: ":"))
        write(member.value)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  /// Writes text as it is: a part of a JSON text that is known to be right.
  package mutating func writeRaw(_ text: String) {
    let isWritten: Void? = unsafe text.utf8.withContiguousStorageIfAvailable { unsafe bytes.append(contentsOf: $0) }
    if isWritten == nil { bytes.append(contentsOf: text.utf8) }
  }

  /// Writes a whole number.
  package mutating func writeNumber(_ number: Int) {
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    writeDigits(number.magnitude)
  }

  /// Writes a number of thousandths, none of them negative, with three digits after the point.
  package mutating func writeThousandths(_ number: Int) {
    writeNumber(number / 1000)
    bytes.append(UInt8(ascii: "."))
    for unit in [100, 10, 1] { bytes.append(UInt8(ascii: "0") + UInt8(number.magnitude / UInt(unit) % 10)) }
  }

  private mutating func writeDigits(_ number: UInt) {
    if number >= 10 { writeDigits(number / 10) }
    bytes.append(UInt8(ascii: "0") + UInt8(number % 10))
  }

  /// Writes a string with its quotes.
  package mutating func write(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    let isWritten: Void? = unsafe text.utf8.withContiguousStorageIfAvailable { text in
      let isPlain = unsafe text.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
      if isPlain {
        unsafe bytes.append(contentsOf: text)
      } else {
        for index in text.indices { writeEscaped(unsafe text[index]) }
      }
    }
    if isWritten == nil { for byte in text.utf8 { writeEscaped(byte) } }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func writeEscaped(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): bytes.append(contentsOf: #"\""#.utf8)
    case UInt8(ascii: "\\"): bytes.append(contentsOf: #"\\"#.utf8)
    case 0x0A: bytes.append(contentsOf: #"\n"#.utf8)
    case 0x0D: bytes.append(contentsOf: #"\r"#.utf8)
    case 0x09: bytes.append(contentsOf: #"\t"#.utf8)
    case 0..<0x20:
      bytes.append(contentsOf: #"\u00"#.utf8)
      bytes.append(Self.hexDigits[Int(byte >> 4)])
      bytes.append(Self.hexDigits[Int(byte & 0xF)])
    default: bytes.append(byte)
    }
  }

  private static let hexDigits = [UInt8]("0123456789abcdef".utf8)
}
