import Testing

@testable import Wire

/// Encoders may be filled in any order and by several containers.
@Suite struct WireContainerTests {
  private func json(_ value: some Encodable) throws -> String {
    String(decoding: try Wire.encode(value), as: UTF8.self)
  }

  private enum Key: String, CodingKey { case a, b, c, d }

  private struct Nested: Encodable {
    func encode(to encoder: any Encoder) throws {
      var outer = encoder.container(keyedBy: Key.self)
      var inner = outer.nestedContainer(keyedBy: Key.self, forKey: .a)
      var list = outer.nestedUnkeyedContainer(forKey: .b)
      try outer.encode(1, forKey: .c)
      try inner.encode("late", forKey: .d)
      try list.encode(1)
      var deeper = list.nestedContainer(keyedBy: Key.self)
      var lists = list.nestedUnkeyedContainer()
      try lists.encode(true)
      try deeper.encodeNil(forKey: .a)
      try list.encodeNil()
      #expect(list.count == 4)
    }
  }

  @Test func nestedContainers() throws {
    #expect(try json(Nested()) == #"{"a":{"d":"late"},"b":[1,{"a":null},[true],null],"c":1}"#)
  }

  private class Base: Encodable {
    var name = "base"
    init() {}
  }
  private final class Derived: Base {
    private enum CodingKeys: CodingKey { case own }
    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(1, forKey: .own)
      try super.encode(to: container.superEncoder())
    }
  }
  private final class Flat: Base {
    private enum CodingKeys: CodingKey { case own }
    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(1, forKey: .own)
    }
  }
  private struct Supers: Encodable {
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try "x".encode(to: container.superEncoder(forKey: .a))
      var list = container.nestedUnkeyedContainer(forKey: .b)
      try [1].encode(to: list.superEncoder())
    }
  }

  @Test func superEncoders() throws {
    #expect(try json(Derived()) == #"{"own":1,"super":{"name":"base"}}"#)
    #expect(try json(Flat()) == #"{"name":"base","own":1}"#)
    #expect(try json(Supers()) == #"{"a":"x","b":[[1]]}"#)
  }

  private struct Twice: Encodable {
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(1, forKey: .a)
      try container.encode(2, forKey: .b)
      try container.encode(3, forKey: .a)
    }
  }

  @Test func aKeyThatIsSetAgainIsWrittenOnce() throws {
    #expect(try json(Twice()) == #"{"a":3,"b":2}"#)
  }

  /// Every key of many is set twice, the second time in the other direction.
  private struct ManyTwice: Encodable {
    static let keys = 0..<40

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: WireKey.self)
      for key in Self.keys { try container.encode("first", forKey: .name("k\(key)")) }
      for key in Self.keys.reversed() { try container.encode(key, forKey: .name("k\(key)")) }
    }
  }

  @Test func soIsEachOfManyKeys() throws {
    let members = ManyTwice.keys.map { #""k\#($0)":\#($0)"# }
    #expect(try json(ManyTwice()) == "{\(members.joined(separator: ","))}")
  }

  private enum Choice: Codable, Equatable {
    case plain
    case labelled(text: String, count: Int?)
    case bare(Int)
  }

  @Test func enumsRoundTrip() throws {
    #expect(try json(Choice.plain) == #"{"plain":{}}"#)
    #expect(try json(Choice.labelled(text: "x", count: nil)) == #"{"labelled":{"text":"x"}}"#)
    for choice in [Choice.plain, .labelled(text: "é", count: 1), .bare(-1)] {
      #expect(try Wire.decode(Choice.self, from: Wire.encode(choice)) == choice)
    }
  }

  @Test func anyJSONValueRoundTrips() throws {
    let value: JSONValue = [
      "null": .null, "bool": true, "integer": -7, "number": .number(1.5), "string": "é", "array": [1, "x", .null, []],
      "object": ["a": ["b": false]],
    ]
    #expect(try Wire.decode(JSONValue.self, from: Wire.encode(value)) == value)
  }

  private struct Whole: Encodable { let name = "whole" }
  /// What one container has written, another may add to.
  private struct Extended: Encodable {
    let base: Whole?
    private enum Key: CodingKey { case more }
    func encode(to encoder: any Encoder) throws {
      try base.encode(to: encoder)
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(1, forKey: .more)
    }
  }
  @Test func whatWasWrittenAsAWholeIsAddedTo() throws {
    #expect(try json(Extended(base: Whole())) == #"{"name":"whole","more":1}"#)
    #expect(try json(["in": Extended(base: Whole())]) == #"{"in":{"name":"whole","more":1}}"#)
  }
}
