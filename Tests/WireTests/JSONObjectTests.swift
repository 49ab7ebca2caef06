import Foundation
import Testing

@testable import Wire

/// Objects keep the order of their members through decoding and encoding.
@Suite struct JSONObjectTests {
  private static let counts = [0, 1, 2, 15, 16, 17, 18, 40, 1000]

  /// Keys in an order that no sorting and no hashing gives.
  private static func keys(_ count: Int) -> [String] { (0..<count).map { "k\($0 * 7919 % 1009)é" } }

  private static func text(_ keys: [String]) -> String {
    "{" + keys.enumerated().map { #""\#($1)":\#($0)"# }.joined(separator: ",") + "}"
  }

  private func json(_ value: some Encodable) throws -> String {
    String(decoding: try Wire.encode(value), as: UTF8.self)
  }

  @Test(arguments: counts)
  func aTextKeepsItsOrder(_ count: Int) throws {
    let keys = Self.keys(count)
    let text = Self.text(keys)
    for value in [
      try JSONScanner.value(of: [UInt8](text.utf8)), try Wire.decode(JSONValue.self, from: [UInt8](text.utf8)),
      .object(try Wire.decode(JSONObject.self, from: [UInt8](text.utf8))),
    ] {
      #expect(value.object?.keys == keys)
      #expect(try json(value) == text)
      for (place, key) in keys.enumerated() { #expect(value[key] == .integer(Int64(place))) }
      #expect(value["none"] == nil)
    }
  }

  @Test(arguments: counts)
  func settingKeepsTheOrder(_ count: Int) throws {
    let keys = Self.keys(count)
    var object = JSONObject()
    for key in keys { object[key] = "first" }
    for (place, key) in keys.enumerated().reversed() { object[key] = .integer(Int64(place)) }
    #expect(try json(object) == Self.text(keys))
    #expect(object == JSONObject(keys.enumerated().map { ($1, .integer(Int64($0))) }))
  }

  @Test(arguments: counts.dropFirst())
  func removingKeepsTheOrder(_ count: Int) throws {
    var keys = Self.keys(count)
    var object = JSONObject(keys.map { ($0, .string($0)) })
    let removed = keys.remove(at: count / 2)
    object[removed] = nil
    #expect(object.removeValue(forKey: removed) == nil)
    #expect(object.keys == keys)
    for key in keys { #expect(object[key] == .string(key)) }
    object[removed] = "again"
    #expect(object.keys == keys + [removed])
  }

  @Test(arguments: counts)
  func equalityDoesNotDependOnTheOrder(_ count: Int) {
    let members = Self.keys(count).map { ($0, JSONValue.string($0)) }
    let object = JSONObject(members)
    let reversed = JSONObject(members.reversed())
    #expect(object == reversed)
    #expect(object.hashValue == reversed.hashValue)
    #expect(Set([JSONValue.object(object), .object(reversed)]).count == 1)
    #expect(count == 0 || object != JSONObject(members.dropLast()))
    var changed = object
    changed["k0é"] = false
    #expect(changed != object)
  }

  @Test func aRepeatedKeyTakesTheLastValueAtTheFirstPlace() throws {
    let object = JSONObject([("a", 1), ("b", 2), ("a", 3)])
    #expect(try json(object) == #"{"a":3,"b":2}"#)
  }

  /// Unicode takes two spellings of a letter for one, as texts compare in Swift.
  @Test func keysAreComparedAsTexts() {
    var object: JSONObject = ["\u{E9}": 1]
    object["e\u{301}"] = 2
    #expect(object.count == 1 && object["\u{E9}"] == 2)
  }

  private struct Whole: Codable, Equatable {
    let route: JSONValue
    let more: JSONObject
  }

  @Test func orderHoldsWithinTypes() throws {
    let text = #"{"route":{"z":1,"a":[{"y":null,"b":true}],"m":"x"},"more":{"q":{},"c":1.5}}"#
    #expect(try json(Wire.decode(Whole.self, from: [UInt8](text.utf8))) == text)
  }

  /// A type that reads itself and keeps the JSON too.
  private struct Kept: Decodable {
    let json: JSONValue
    init(from decoder: any Decoder) throws { json = try JSONValue(from: decoder) }
  }

  @Test func orderHoldsThroughADecoder() throws {
    let text = #"{"z":1,"a":{"y":1,"b":2,"x":3},"m":[]}"#
    #expect(try json(Wire.decode(Kept.self, from: [UInt8](text.utf8)).json) == text)
    let fault = #expect(throws: JSONFault.self) { try Wire.decode(Kept.self, from: [UInt8](#"{"a":[1e400]}"#.utf8)) }
    #expect(fault?.description == "A number is too large at $.a[0]")
  }

  @Test func otherCodersTakeIt() throws {
    let value: JSONValue = ["b": [1, .number(1.5), "x", .null, true], "a": ["c": [:]]]
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = try encoder.encode(value)
    #expect(String(decoding: data, as: UTF8.self) == #"{"a":{"c":{}},"b":[1,1.5,"x",null,true]}"#)
    #expect(try JSONDecoder().decode(JSONValue.self, from: data) == value)
  }

  @Test func onlyAnObjectIsOne() {
    for text in ["null", "[]", "1", #""x""#] {
      #expect(throws: JSONFault("Expected \(text == "null" ? "an object, found null" : "an object")", at: "$")) {
        try Wire.decode(JSONObject.self, from: [UInt8](text.utf8))
      }
    }
  }

  /// Work that grew with the square of the keys would take minutes here.
  @Test func manyKeysTakeLinearTime() throws {
    let keys = (0..<100_000).map { "key \($0)" }
    let text = [UInt8](Self.text(keys).utf8)
    let value = try JSONScanner.value(of: text)
    #expect(try Wire.encode(value) == text)
    var object = JSONObject()
    for key in keys.reversed() { object[key] = .string(key) }
    #expect(object.count == keys.count && keys.allSatisfy { object[$0] == .string($0) })
    #expect(object == JSONObject(keys.map { ($0, .string($0)) }))
  }

  @Test func wholeNumbers() {
    #expect(JSONValue.integer(7).integer == 7)
    #expect(JSONValue.number(-1e3).integer == -1000)
    #expect(JSONValue.number(1.5).integer == nil)
    #expect(JSONValue.integer(9_007_199_254_740_991).integer == 9_007_199_254_740_991)
    for value: JSONValue in [.integer(.max), .integer(.min), .number(1e300), .number(.infinity), .number(.nan), "7"] {
      #expect(value.integer == nil)
    }
  }
}
