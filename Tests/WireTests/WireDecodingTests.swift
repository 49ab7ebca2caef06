import Foundation
import Testing
import Wire

@Suite struct WireDecodingTests {
  private struct User: Decodable {
    var id: UUID
    var name: String
    var age: Int?
    var born: Date?
    var tags: [String]?
    var ratio: Double?
    var isOn: Bool?
    var address: Address?
  }
  private struct Address: Decodable { var city: String }

  private static let id = #""id":"abcdef01-2345-4789-8abc-def012345678""#

  @Test(arguments: [
    (#"{"id":"x","name":"a"}"#, "$.id"), (#"{"name":"a"}"#, "$.id"), (#"{\#(id)}"#, "$.name"),
    (#"{\#(id),"name":null}"#, "$.name"), (#"{\#(id),"name":1}"#, "$.name"),
    (#"{\#(id),"name":"a","age":"7"}"#, "$.age"), (#"{\#(id),"name":"a","age":1.5}"#, "$.age"),
    (#"{\#(id),"name":"a","age":1e400}"#, "$.age"), (#"{\#(id),"name":"a","age":9223372036854775808}"#, "$.age"),
    (#"{\#(id),"name":"a","born":"yesterday"}"#, "$.born"), (#"{\#(id),"name":"a","born":5}"#, "$.born"),
    (#"{\#(id),"name":"a","tags":["x",2]}"#, "$.tags[1]"), (#"{\#(id),"name":"a","tags":{}}"#, "$.tags"),
    (#"{\#(id),"name":"a","ratio":true}"#, "$.ratio"), (#"{\#(id),"name":"a","isOn":1}"#, "$.isOn"),
    (#"{\#(id),"name":"a","address":{}}"#, "$.address.city"), (#"{\#(id),"name":"a","address":[]}"#, "$.address"),
    ("[]", "$"), ("1", "$"), ("null", "$"), ("\"x\"", "$"),
  ])
  func theFaultNamesItsPath(_ text: String, _ path: String) throws {
    let fault = try #require(throws: JSONFault.self) { try Wire.decode(User.self, from: [UInt8](text.utf8)) }
    #expect(fault.path == path)
    #expect(fault.description == "\(fault.reason) at \(path)")
  }

  @Test(arguments: [
    (#"{"name":"a"}"#, "A value is missing at $.id"), (#"{\#(id),"name":1}"#, "Expected a string at $.name"),
    (#"{\#(id),"name":null}"#, "Expected a string, found null at $.name"),
    (#"{\#(id),"name":"a","isOn":1}"#, "Expected true or false at $.isOn"),
    (#"{\#(id),"name":"a","ratio":"1"}"#, "Expected a number at $.ratio"),
    (#"{\#(id),"name":"a","age":"1"}"#, "Expected a whole number at $.age"),
    (
      #"{\#(id),"name":"a","born":"x"}"#,
      "Expected an ISO 8601 instant such as 2026-03-01T12:00:00Z at $.born"
    ),
  ])
  func theReasonIsInWordsOfJSON(_ text: String, _ expected: String) throws {
    let fault = try #require(throws: JSONFault.self) { try Wire.decode(User.self, from: [UInt8](text.utf8)) }
    #expect(fault.description == expected)
  }

  private enum Shape: Decodable { case circle(radius: Int) }
  private struct Even: Decodable {
    init(from decoder: any Decoder) throws {
      throw DecodingError.typeMismatch(
        Int.self, .init(codingPath: decoder.codingPath, debugDescription: "It is odd."))
    }
  }

  @Test func theReasonOfATypesOwnIsKept() throws {
    let own = try #require(throws: JSONFault.self) { try Wire.decode([Even].self, from: [UInt8]("[1]".utf8)) }
    #expect(own.description == "Expected a whole number: It is odd at $[0]")
    let other = try #require(throws: JSONFault.self) {
      try Wire.decode(Shape.self, from: [UInt8](#"{"square":{}}"#.utf8))
    }
    #expect(other.reason.hasPrefix("Expected Shape: "))
  }

  @Test func unknownKeysAndNullOptionalsAreNoFault() throws {
    let user = try Wire.decode(User.self, from: [UInt8](#"{\#(Self.id),"name":"a","age":null,"more":[1]}"#.utf8))
    #expect(user.age == nil)
    #expect(user.id.uuidString.lowercased() == "abcdef01-2345-4789-8abc-def012345678")
  }

  @Test func upperCaseUUIDsAreRead() throws {
    let id = try Wire.decode(UUID.self, from: [UInt8](#""ABCDEF01-2345-4789-8ABC-DEF012345678""#.utf8))
    #expect(try Wire.encode(id) == [UInt8](#""abcdef01-2345-4789-8abc-def012345678""#.utf8))
  }

  @Test(arguments: [
    ("2026-03-01T12:00:00Z", 1_772_366_400), ("2026-03-01T12:00:00.250Z", 1_772_366_400.25),
    ("2026-03-01T12:00:00.5Z", 1_772_366_400.5), ("2026-03-01T12:00:00", 1_772_366_400),
    ("2026-03-01T12:00:00.250", 1_772_366_400.25), ("2026-03-01T14:00:00+02:00", 1_772_366_400),
    ("2026-03-01T14:00:00.250+02:00", 1_772_366_400.25), ("2026-03-01T07:00:00-05:00", 1_772_366_400),
    ("2026-03-01T17:30:00+0530", 1_772_366_400), ("2026-03-01T12:00:00+00", 1_772_366_400),
    ("2026-03-01 12:00:00+00", 1_772_366_400), ("2026-03-01 12:00:00.250000+00:00", 1_772_366_400.25),
    ("2026-03-01T12:00:00z", 1_772_366_400), ("1970-01-01T00:00:00Z", 0), ("1969-12-31T23:59:59Z", -1),
    ("2024-02-29T00:00:00Z", 1_709_164_800), ("0001-01-01T00:00:00Z", -62_135_596_800),
    ("9999-12-31T23:59:59Z", 253_402_300_799),
  ])
  func instants(_ text: String, _ seconds: Double) throws {
    let date = try #require(WireDate.date(from: text))
    #expect(abs(date.timeIntervalSince1970 - seconds) < 0.000_01)
  }

  @Test(arguments: [
    "", "now", "2026-03-01", "12:00:00Z", "2026-13-01T12:00:00Z", "2026-02-30T12:00:00Z", "2026-03-01T25:00:00Z",
    "2026-03-01T12:60:00Z", "2026-03-01T12:00:00ZZ", "2026-03-01T12:00:00Z trailing", "1772366400",
    "0000-01-01T00:00:00Z", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-00:01",
    "2026-03-01T12:00Z", "２０２６-03-01T12:00:00Z", String(repeating: "2026-03-01T12:00:00Z", count: 1000),
  ])
  func noInstants(_ text: String) {
    #expect(WireDate.date(from: text) == nil)
  }

  @Test func instantsAreWrittenInUTCWithMilliseconds() {
    #expect(WireDate.string(from: Date(timeIntervalSince1970: 1_772_366_400)) == "2026-03-01T12:00:00.000Z")
    #expect(WireDate.string(from: Date(timeIntervalSince1970: 1_772_366_400.125)) == "2026-03-01T12:00:00.125Z")
    #expect(WireDate.string(from: Date(timeIntervalSince1970: -0.5)) == "1969-12-31T23:59:59.500Z")
  }

  @Test func everyMillisecondRoundTrips() throws {
    for millisecond in 0..<1000 {
      let text = "2026-03-01T12:00:00.\(String(1000 + millisecond).dropFirst())Z"
      #expect(WireDate.string(from: try #require(WireDate.date(from: text))) == text)
    }
  }

  @Test(arguments: [
    ("1.0", 1), ("1e3", 1000), ("-0", 0), ("-0.0", 0), ("12.50e1", 125), ("9223372036854775807", .max),
    ("-9223372036854775808", .min), ("9007199254740993.0", 9_007_199_254_740_993),
    ("9223372036854775807.0", .max), ("0e99999999999999999999", 0), ("1200e-2", 12), ("0.0012E+4", 12),
    ("-1.20000000000000000000000000000000000000000000e1", -12),
  ])
  func wholeNumbersHoweverWritten(_ text: String, _ number: Int) throws {
    #expect(try Wire.decode(Int.self, from: [UInt8](text.utf8)) == number)
  }

  @Test(arguments: [
    "-9223372036854775809", "9223372036854775808", "-9223372036854776832", "1e19", "1.5", "1e-1",
    "1.9999999999999999999999", "1.00000000000000000000000000000000000000000001", "2e99999999999999999999",
    "1e-99999999999999999999",
    "0.99999999999999999999e1", "1e400",
  ])
  func noNumberIsRoundedToAWholeOne(_ text: String) {
    #expect(throws: JSONFault.self) { try Wire.decode(Int.self, from: [UInt8](text.utf8)) }
  }

  @Test func largeIntegers() throws {
    #expect(try Wire.decode(Int128.self, from: [UInt8]("-9223372036854775809".utf8)) == -9_223_372_036_854_775_809)
    #expect(try Wire.decode(UInt64.self, from: [UInt8]("18446744073709551615".utf8)) == .max)
  }

  /// Decodes its values one after the other, each by the method for its type.
  private struct Widest: Decodable {
    var signed: Int128
    var unsigned: UInt128
    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      signed = try container.decode(Int128.self)
      unsigned = try container.decode(UInt128.self)
    }
  }

  @Test func widestIntegersOfContainers() throws {
    let widest = try Wire.decode(Widest.self, from: [UInt8]("[\(Int128.min),\(UInt128.max)]".utf8))
    #expect(widest.signed == .min && widest.unsigned == .max)
    #expect(try Wire.decode([String: UInt128].self, from: [UInt8](#"{"k":1e3}"#.utf8)) == ["k": 1000])
    let fault = try #require(throws: JSONFault.self) {
      try Wire.decode(Widest.self, from: [UInt8]("[1,-1]".utf8))
    }
    #expect(fault == JSONFault("Expected a whole number", at: "$[1]"))
  }

  private class Base: Decodable {
    let name: String?
    private enum CodingKeys: CodingKey { case name }
    required init(from decoder: any Decoder) throws {
      let container = try? decoder.container(keyedBy: CodingKeys.self)
      name = try container?.decodeIfPresent(String.self, forKey: .name)
    }
  }
  private final class Derived: Base {
    let own: Int
    private enum CodingKeys: CodingKey { case own }
    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      own = try container.decode(Int.self, forKey: .own)
      try super.init(from: container.superDecoder())
    }
  }

  @Test func superclasses() throws {
    let whole = try Wire.decode(Derived.self, from: [UInt8](#"{"own":1,"super":{"name":"x"}}"#.utf8))
    #expect(whole.own == 1 && whole.name == "x")
    #expect(try Wire.decode(Derived.self, from: [UInt8](#"{"own":1}"#.utf8)).name == nil)
  }

  /// What is found by looking through few members is found among many too, however its key is written.
  @Test(arguments: [3, 15, 16, 17, 40])
  func members(_ count: Int) throws {
    let text =
      "{" + (0..<count).map { #""k\u00\#(String(0x61 + $0 % 26, radix: 16))\#($0)":\#($0)"# }.joined(separator: ",")
      + "}"
    let members = try Wire.decode([String: Int].self, from: [UInt8](text.utf8))
    #expect(members.count == count)
    for number in 0..<count {
      #expect(members["k\(Character(Unicode.Scalar(UInt8(0x61 + number % 26))))\(number)"] == number)
    }
    #expect(try Wire.decode([String: Int].self, from: Wire.encode(members)) == members)
  }
}
