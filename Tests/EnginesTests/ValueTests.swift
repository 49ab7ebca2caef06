import Database
import Foundation
import Testing

enum Status: String, SQLValue { case open, matched }

@Suite struct ValueTests {
  private func roundTrip<T: SQLValue & Equatable>(
    _ value: T, as stored: DatabaseValue, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    #expect(value.encoded() == stored, sourceLocation: sourceLocation)
    try await withDatabase { database in
      let row = try #require(try await database.first("SELECT \(value) AS value"))
      #expect(try row.get("value", as: DatabaseValue.self) == stored, sourceLocation: sourceLocation)
      #expect(try row.get("value", as: T.self) == value, sourceLocation: sourceLocation)
    }
  }

  @Test func standardTypesRoundTrip() async throws {
    try await roundTrip(true, as: .integer(1))
    try await roundTrip(false, as: .integer(0))
    try await roundTrip(Int.min, as: .integer(.min))
    try await roundTrip(Int64.max, as: .integer(.max))
    try await roundTrip(Int32.min, as: .integer(-2_147_483_648))
    try await roundTrip(0.1, as: .real(0.1))
    try await roundTrip("", as: .text(""))
    try await roundTrip("zero \0 byte, ünïcode 🐦", as: .text("zero \0 byte, ünïcode 🐦"))
    try await roundTrip([UInt8](), as: .blob([]))
    try await roundTrip([0, 255, 0] as [UInt8], as: .blob([0, 255, 0]))
    try await roundTrip(Data([1, 2]), as: .blob([1, 2]))
    try await roundTrip(Int?.none, as: .null)
    try await roundTrip(Int?.some(1), as: .integer(1))
    try await roundTrip(Status.matched, as: .text("matched"))
  }

  @Test func uuidsAreLowerCase() async throws {
    let id = try #require(UUID(uuidString: "6BA7B810-9DAD-11D1-80B4-00C04FD430C8"))
    try await roundTrip(id, as: .text("6ba7b810-9dad-11d1-80b4-00c04fd430c8"))
  }

  @Test(arguments: [
    (0, "1970-01-01T00:00:00.000Z"),
    (951_782_400.25, "2000-02-29T00:00:00.250Z"),
    (-0.001, "1969-12-31T23:59:59.999Z"),
    (-62_135_596_800, "0001-01-01T00:00:00.000Z"),
    (253_402_300_799.999, "9999-12-31T23:59:59.999Z"),
    (1_763_627_400.1234, "2025-11-20T08:30:00.123Z"),
  ])
  func datesAreSortableText(_ seconds: Double, _ text: String) throws {
    let date = Date(timeIntervalSince1970: seconds)
    #expect(date.encoded() == .text(text))
    let decoded = try #require(Date.decoded(from: .text(text)))
    #expect(abs(decoded.timeIntervalSince(date)) < 0.0006)
  }

  @Test func datesOutsideTheRangeAreClamped() {
    #expect(Date(timeIntervalSince1970: 1e15).encoded() == .text("9999-12-31T23:59:59.999Z"))
    #expect(Date(timeIntervalSince1970: -.infinity).encoded() == .text("0001-01-01T00:00:00.000Z"))
    #expect(Date(timeIntervalSince1970: .nan).encoded() == .text("0001-01-01T00:00:00.000Z"))
  }

  @Test(arguments: [
    "2025-11-20T08:30:00Z", "2025-11-20 08:30:00", "2025-11-20T10:30:00+02:00", "2025-11-20T03:00:00-0530",
    "2025-11-20T09:30:00.000000+01",
  ])
  func datesAreReadInEverySpelling(_ text: String) {
    #expect(Date.decoded(from: .text(text)) == Date(timeIntervalSince1970: 1_763_627_400))
  }

  @Test(arguments: [
    "", "2025-11-20", "2025-02-29T00:00:00Z", "2025-13-01T00:00:00Z", "2025-11-20T24:00:00Z", "2025-11-20T08:30:00.Z",
    "2025-11-20T08:30:00Zx", "2025-11-20T08:30:00+", "2025-1-20T08:30:00Z", "٢025-11-20T08:30:00Z",
  ])
  func otherTextsAreNotDates(_ text: String) {
    #expect(Date.decoded(from: .text(text)) == nil)
  }

  @Test func everyMonthOfFourHundredYearsRoundTrips() {
    for month in 0..<4800 {
      let text = "\(1800 + month / 12)-\(month % 12 < 9 ? "0" : "")\(month % 12 + 1)-28T12:00:00.000Z"
      #expect(Date.decoded(from: .text(text))?.encoded() == .text(text))
    }
  }

  @Test func aRowRefusesMissingColumnsAndOtherTypes() async throws {
    try await withDatabase { database in
      let rows = try await database.query("SELECT \("hunter2") AS name, NULL AS absent, \(3_000_000_000) AS big")
      let row = try #require(rows.first)
      #expect(row.columns == ["name", "absent", "big"])
      #expect(try row.get("absent", as: String?.self) == nil)
      for attempt in [
        { _ = try row.get("name", as: Int.self) }, { _ = try row.get("name", as: UUID.self) },
        { _ = try row.get("absent", as: String.self) }, { _ = try row.get("big", as: Int32.self) },
        { _ = try row.get("big", as: Bool.self) }, { _ = try row.get("missing", as: Int.self) },
      ] as [() throws -> Void] {
        let error = try #require(#expect(throws: DatabaseError.self) { try attempt() })
        #expect(error.code == .decoding)
        #expect(error.column != nil)
        #expect(!"\(error)".contains("hunter2") && !"\(error)".contains("3000000000"))
      }
    }
  }
}
