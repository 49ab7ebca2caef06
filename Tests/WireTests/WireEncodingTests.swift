import Foundation
import Testing
import Wire

@Suite struct WireEncodingTests {
  private func json(_ value: some Encodable) throws -> String {
    String(decoding: try Wire.encode(value), as: UTF8.self)
  }

  private struct Row: Encodable {
    enum CodingKeys: String, CodingKey { case id, createdAt = "created_at", searchesToday, note, data }
    var id = UUID(
      uuid: (0xAB, 0xCD, 0xEF, 0x01, 0x23, 0x45, 0x47, 0x89, 0x8A, 0xBC, 0xDE, 0xF0, 0x12, 0x34, 0x56, 0x78))
    var createdAt = Date(timeIntervalSince1970: 1_772_366_400.25)
    var searchesToday = 3
    var note: String?
    var data = Data([0xFF, 0x00, 0x10])
  }

  @Test func keysUUIDsDatesAndData() throws {
    #expect(
      try json(Row()) == """
        {"id":"abcdef01-2345-4789-8abc-def012345678","created_at":"2026-03-01T12:00:00.250Z","searchesToday":3,\
        "data":"/wAQ"}
        """)
    #expect(try json(Row(note: "x")).contains(#""note":"x""#))
  }

  @Test func conversionsHoldAtEveryPlace() throws {
    let id = UUID()
    let lower = id.uuidString.lowercased()
    let date = Date(timeIntervalSince1970: 0)
    #expect(try json(id) == #""\#(lower)""#)
    #expect(try json([id]) == #"["\#(lower)"]"#)
    #expect(try json(["k": id]) == #"{"k":"\#(lower)"}"#)
    #expect(try json([id, nil]) == #"["\#(lower)",null]"#)
    #expect(try json([date]) == #"["1970-01-01T00:00:00.000Z"]"#)
    #expect(try json(["k": [Optional(date)]]) == #"{"k":["1970-01-01T00:00:00.000Z"]}"#)
    #expect(try json(URL(string: "https://x.example/a?b=c")) == #""https://x.example/a?b=c""#)
    #expect(try json(Decimal(string: "10.10")) == "10.1")
  }

  @Test func scalars() throws {
    #expect(try json(true) == "true")
    #expect(try json(Int64.min) == "-9223372036854775808")
    #expect(try json(UInt64.max) == "18446744073709551615")
    #expect(try json([Int8.min]) == "[-128]")
    #expect(try json(1.5) == "1.5")
    #expect(try json(Float(0.1)) == "0.1")
    #expect(try json(["k": Float(0.1)]) == #"{"k":0.1}"#)
    #expect(try json(0.1 + 0.2) == "0.30000000000000004")
    #expect(try json(String?.none) == "null")
    for number in [1e300, -.leastNonzeroMagnitude, 1e16, 123_456_789_012_345_680, .pi] {
      let bytes = try Wire.encode([number])
      #expect(try Wire.decode([Double].self, from: bytes) == [number])
    }
  }

  @Test func strings() throws {
    #expect(try json("a\"b\\c/d") == #""a\"b\\c/d""#)
    #expect(try json("\n\r\t\u{0}\u{1F}\u{7F}") == #""\n\r\t\u0000\u001f"# + "\u{7F}\"")
    #expect(try json("é日😀\u{2028}") == "\"é日😀\u{2028}\"")
    #expect(try json(["a\nb": 1]) == #"{"a\nb":1}"#)
  }

  @Test(arguments: ["", "plain", "\"\\\u{0}\n\u{1F}\u{7F}é🍕/"])
  func quotedTextsReadBack(_ text: String) throws {
    #expect(try JSONScanner.value(of: [UInt8](JSONWriter.quoted(text).utf8)) == .string(text))
  }

  private struct Empty: Encodable {}
  @Test func emptyContainers() throws {
    #expect(try json(Empty()) == "{}")
    #expect(try json([Int]()) == "[]")
    #expect(try json([String: Int]()) == "{}")
    #expect(try json([Empty(), Empty()]) == "[{},{}]")
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func whatJSONCannotSayIsRefused(_ number: Double) {
    for value: any Encodable in [number, [number], ["k": number], Float(number), [Float(number)], ["k": ["k": number]]]
    {
      #expect(throws: EncodingError.self) { try Wire.encode(value) }
    }
  }

  @Test func theErrorKnowsItsPlace() throws {
    let error = try #require(throws: EncodingError.self) { try Wire.encode(["a": [1.0, .nan]]) }
    var path: [String] = []
    if case .invalidValue(_, let context) = error { path = context.codingPath.map(\.stringValue) }
    #expect(path == ["a", "1"])
  }

  private struct Widest: Codable, Equatable {
    var signed: Int128
    var unsigned: UInt128
    var none: Int128?
    var some: UInt128?
    var list: [Int128?]
  }

  /// Encodes its values one after the other, each by the method for its type.
  private struct Pair: Encodable {
    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try container.encode(Int128.min)
      try container.encode(UInt128.max)
    }
  }

  @Test func widestIntegersRoundTripAtEveryPlace() throws {
    let (least, greatest) = ("\(Int128.min)", "\(UInt128.max)")
    #expect(try json(Int128.min) == least)
    #expect(try json(UInt128.max) == greatest)
    #expect(try json([Int128.min]) == "[\(least)]")
    #expect(try json(["k": UInt128.max]) == #"{"k":\#(greatest)}"#)
    #expect(try json(Pair()) == "[\(least),\(greatest)]")
    let widest = Widest(signed: .min, unsigned: .max, none: nil, some: .max, list: [.max, nil])
    let text = try json(widest)
    #expect(
      text == #"{"signed":\#(least),"unsigned":\#(greatest),"some":\#(greatest),"list":[\#(Int128.max),null]}"#)
    #expect(try Wire.decode(Widest.self, from: [UInt8](text.utf8)) == widest)
  }
}
