import FoundationEssentials

/// A scanned JSON text, from which decoders read values by their tokens' indices.
final class JSONText {
  let tape: JSONTape
  /// The tables of objects with many members, made when they are first needed.
  private var tables: [Int: JSONKeyTable] = [:]

  /// A text of one `null`, for a value that is missing.
  static var null: JSONText { JSONText(.null) }

  init(_ tape: JSONTape) { self.tape = tape }

  /// The UUID that a string is; nil for any other value.
  func id(at index: Int) -> UUID? {
    guard tape.isString(at: index) else { return nil }
    return UUID(wire: tape.plainString(at: index) ?? ArraySlice(tape.string(at: index).utf8))
  }

  /// The index of a member's value; nil if the object has none of that name.
  func member(_ name: String, of object: Int) -> Int? {
    if let table = tables[object] { return table.find(name, in: tape).map { $0 + 1 } }
    var name = name
    var key = object + 1
    var passed = 0
    let end = tape.tokens[object].next
    while key < end {
      if tape.isKey(key, &name) { return key + 1 }
      key = tape.next(after: key + 1)
      passed += 1
      // A search through all members for each of many would take quadratic time.
      if passed == 16 {
        let table = JSONKeyTable(object: object, in: tape)
        tables[object] = table
        return table.find(name, in: tape).map { $0 + 1 }
      }
    }
    return nil
  }

  // MARK: Values

  /// A number that no double holds, and its path, the last key first.
  struct UnfitNumber: Error {
    var path: [WireKey] = []
  }

  func value(at index: Int) throws(UnfitNumber) -> JSONValue {
    switch tape.kind(at: index) {
    case .null: return .null
    case .true: return .bool(true)
    case .false: return .bool(false)
    case .string: return .string(tape.string(at: index))
    case .number:
      let text = tape.number(at: index)
      if let whole = Int64(text) { return .integer(whole) }
      guard let double = Double(text), double.isFinite else { throw UnfitNumber() }
      return .number(double)
    case .array:
      var elements: [JSONValue] = []
      for child in tape.elements(of: index) {
        elements.append(try value(at: child, under: .index(elements.count)))
      }
      return .array(elements)
    case .object:
      // The scan has refused keys that are repeated.
      var members: [(key: String, value: JSONValue)] = []
      for key in tape.keys(of: index) {
        let name = tape.string(at: key)
        members.append((name, try value(at: key + 1, under: .name(name))))
      }
      return .object(JSONObject(unique: members))
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
