import Database
import Foundation

/// A JSON text that was scanned: its values are read from the tokens, as they are asked for.
final class JSONText {
  let bytes: [UInt8]
  let tokens: [JSONToken]
  /// Of objects with many members, where each one is; the others are looked through.
  private var indices: [Int: [String: Int]] = [:]

  /// What stands for a value that is missing.
  static var null: JSONText { JSONText(bytes: [], tokens: [JSONToken(kind: .null, range: 0..<0, next: 1)]) }

  init(bytes: [UInt8], tokens: [JSONToken]) {
    self.bytes = bytes
    self.tokens = tokens
  }

  // MARK: Strings and numbers

  /// The string, or the key, of a token.
  func string(_ token: JSONToken) -> String {
    Self.string(in: bytes[...], token.range, isEscaped: token.kind == .escapedString)
  }

  /// The characters that are written there, within the quotes.
  static func string(in bytes: ArraySlice<UInt8>, _ range: Range<Int>, isEscaped: Bool) -> String {
    guard isEscaped else { return String(decoding: bytes[range], as: UTF8.self) }
    var units: [UInt16] = []
    var plain = range.lowerBound
    var index = plain
    func text(_ start: Int, _ end: Int) -> String { String(decoding: bytes[start..<end], as: UTF8.self) }
    while index < range.upperBound {
      guard bytes[index] == UInt8(ascii: "\\") else {
        index += 1
        continue
      }
      units.append(contentsOf: text(plain, index).utf16)
      switch bytes[index + 1] {
      case UInt8(ascii: "u"):
        units.append(UInt16(text(index + 2, index + 6), radix: 16) ?? 0xFFFD)
        index += 6
      case let letter:
        units.append(simpleEscape(letter))
        index += 2
      }
      plain = index
    }
    units.append(contentsOf: text(plain, range.upperBound).utf16)
    return String(decoding: units, as: UTF16.self)
  }

  private static func simpleEscape(_ letter: UInt8) -> UInt16 {
    switch letter {
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: UInt16(letter)
    }
  }

  /// The UUID that a token's string is; `nil` if it is none.
  func id(at index: Int) -> UUID? {
    let token = tokens[index]
    guard token.isString else { return nil }
    return UUID(wire: token.kind == .string ? bytes[token.range] : ArraySlice(string(token).utf8))
  }

  /// A number, as it is written.
  func number(_ token: JSONToken) -> String { String(decoding: bytes[token.range], as: UTF8.self) }

  // MARK: Containers

  /// The indices of an array's elements, or of an object's keys; each key's value is the token after it.
  func children(of index: Int) -> [Int] {
    let isObject = tokens[index].kind == .object
    var children: [Int] = []
    var child = index + 1
    while child < tokens[index].next {
      children.append(child)
      child = tokens[isObject ? child + 1 : child].next
    }
    return children
  }

  /// The index of a member's value; `nil` if the object has none of that name.
  func member(_ name: String, of index: Int) -> Int? {
    if let members = indices[index] { return members[name] }
    var name = name
    var child = index + 1
    var passed = 0
    while child < tokens[index].next {
      if isKey(tokens[child], &name) { return child + 1 }
      child = tokens[child + 1].next
      passed += 1
      // Whoever asks for many of many members must not look through all of them each time.
      if passed == 16 { return indexMembers(of: index)[name] }
    }
    return nil
  }

  private func indexMembers(of index: Int) -> [String: Int] {
    let members = Dictionary(children(of: index).map { (string(tokens[$0]), $0 + 1) }) { first, _ in first }
    indices[index] = members
    return members
  }

  private func isKey(_ token: JSONToken, _ name: inout String) -> Bool {
    // A byte is written with six signs at most: what is longer need not be read.
    guard token.kind == .string else { return token.range.count <= name.utf8.count * 6 && string(token) == name }
    guard token.range.count == name.utf8.count else { return false }
    return name.withUTF8 { name in
      for offset in 0..<name.count where unsafe bytes[token.range.lowerBound + offset] != name[offset] { return false }
      return true
    }
  }

  // MARK: Values

  /// A number that no double holds, and where it is: the last key first.
  struct UnfitNumber: Error {
    var path: [WireKey] = []
  }

  /// Any value.
  func value(at index: Int) throws(UnfitNumber) -> JSONValue {
    let token = tokens[index]
    switch token.kind {
    case .null: return .null
    case .true: return .bool(true)
    case .false: return .bool(false)
    case .string, .escapedString: return .string(string(token))
    case .number:
      let text = number(token)
      if let whole = Int64(text) { return .integer(whole) }
      guard let double = Double(text), double.isFinite else { throw UnfitNumber() }
      return .number(double)
    case .array:
      var elements: [JSONValue] = []
      for child in children(of: index) { elements.append(try value(at: child, under: .index(elements.count))) }
      return .array(elements)
    case .object:
      var members: [String: JSONValue] = [:]
      for child in children(of: index) {
        let name = string(tokens[child])
        members[name] = try value(at: child + 1, under: .name(name))
      }
      return .object(members)
    }
  }

  private func value(at index: Int, under key: WireKey) throws(UnfitNumber) -> JSONValue {
    do {
      return try value(at: index)
    } catch {
      throw UnfitNumber(path: error.path + [key])
    }
  }
}

/// A key, or a position in an array.
enum WireKey: CodingKey {
  case name(String)
  case index(Int)

  init(stringValue: String) { self = .name(stringValue) }
  init(intValue: Int) { self = .index(intValue) }

  var stringValue: String {
    switch self {
    case .name(let name): name
    case .index(let index): "\(index)"
    }
  }
  var intValue: Int? { if case .index(let index) = self { index } else { nil } }

  static let `super` = WireKey.name("super")
}
