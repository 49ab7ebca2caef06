import Database

/// A statement's values in libpq's form: texts that end with a zero byte, and raw bytes.
struct BoundValues: Sendable {
  /// All values, one after another.
  private(set) var bytes: [UInt8] = []
  /// The offset of each value in ``bytes``; negative for `NULL`.
  private(set) var offsets: [Int] = []
  private(set) var lengths: [CInt] = []
  /// The format of each value: 1 for raw bytes, 0 for text.
  private(set) var formats: [CInt] = []

  static let none = BoundValues()

  private init() {}

  /// - Throws: ``DatabaseError`` for too many values, and for a text that the server cannot store.
  init(_ sql: SQL) throws(DatabaseError) {
    guard sql.bindings.count <= 65_535 else {
      throw DatabaseError(.syntax, "A statement binds 65535 values at most.", statement: sql.text)
    }
    offsets.reserveCapacity(sql.bindings.count)
    for binding in sql.bindings {
      guard append(binding.value) else {
        throw DatabaseError(.unstorableText, DatabaseError.unstorableText.message, statement: sql.text)
      }
    }
  }

  init(texts: [String]) {
    for text in texts { _ = append(.text(text)) }
  }

  private mutating func append(_ value: DatabaseValue) -> Bool {
    let start = bytes.count
    var format: CInt = 0
    switch value {
    case .null: break
    case .integer(let integer): bytes.append(contentsOf: integer.description.utf8)
    case .real(let real): bytes.append(contentsOf: Self.text(of: real).utf8)
    case .text(let text): bytes.append(contentsOf: text.utf8)
    case .blob(let blob):
      bytes.append(contentsOf: blob)
      format = 1
    }
    if case .text = value, bytes[start...].contains(0) { return false }
    offsets.append(value == .null ? -1 : start)
    lengths.append(CInt(clamping: bytes.count - start))
    formats.append(format)
    bytes.append(0)
    return true
  }

  /// A whole number is written without a fraction, so that a column of integers takes it, as in SQLite.
  private static func text(of real: Double) -> String {
    if let integer = Int64(exactly: real), abs(real) < 9_007_199_254_740_992, real != 0 || real.sign == .plus {
      return integer.description
    }
    return real.description
  }
}
