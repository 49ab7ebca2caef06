import Database
import Testing

@testable import Engines

/// The functions that take the place of SQLite's own give the same results.
@Suite struct BoundedFunctionsTests {
  /// Parts of texts: ASCII, characters of two and three bytes, a byte that begins none, and a zero byte.
  private static let parts = [
    "61", "62", "41", "c3a9", "e282ac", "82", "20", "31", "00", "25", "5f", "2a", "5b615d", "23",
  ]

  /// A literal of any type.
  private static func value(_ random: inout Generator) -> String {
    let bytes = (0..<Int.random(in: 0...6, using: &random)).map { _ in parts.randomElement(using: &random) ?? "" }
    switch Int.random(in: 0...9, using: &random) {
    case 0: return "NULL"
    case 1: return "\(Int.random(in: -20...120, using: &random))"
    case 2: return "1.5"
    case 3, 4: return "x'\(bytes.joined())'"
    default: return "CAST(x'\(bytes.joined())' AS TEXT)"
    }
  }

  private static func call(_ random: inout Generator) -> String {
    let values = (0..<3).map { _ in value(&random) }
    switch Int.random(in: 0...4, using: &random) {
    case 0: return "instr(\(values[0]), \(values[1]))"
    case 1: return "replace(\(values[0]), \(values[1]), \(values[2]))"
    case 2: return "trim(\(values[0]), \(values[1]))"
    case 3: return "ltrim(\(values[0]), \(values[1]))"
    default: return "rtrim(\(values[0]), \(values[1]))"
    }
  }

  private func connection(isBounded: Bool) throws(DatabaseError) -> SQLiteConnection {
    let handle = try SQLiteHandle(opening: ":memory:", for: .writing, busyTimeout: .zero)
    if isBounded { try handle.boundFunctions() }
    return SQLiteConnection(handle)
  }

  @Test func theResultsAreThoseOfSQLite() throws {
    let own = try connection(isBounded: false)
    let bounded = try connection(isBounded: true)
    var random = Generator(state: 7)
    for _ in 0..<20_000 {
      let call = Self.call(&random)
      let sql = SQL(verbatim: "SELECT typeof(\(call)) AS type, hex(\(call)) AS bytes")
      let expected = try own.query(sql, limit: 1).map(\.values)
      let found = try bounded.query(sql, limit: 1).map(\.values)
      #expect(found == expected, "\(call)")
    }
  }

  /// The same numbers in each run.
  private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 29)
    }
  }
}
