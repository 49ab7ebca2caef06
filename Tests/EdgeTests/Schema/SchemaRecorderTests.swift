import Edge
import Foundation
import Testing

@testable import Edge

@Suite struct SchemaRecorderTests {
  @Test func aStructHasItsKeysTypesAndRequiredMembers() throws {
    struct Like: Decodable {
      let sessionID: UUID
      let count: Int?
      let at: Date
      let weight: Double
      let isFirst: Bool
      let link: URL?
      let bytes: Data
      let extra: JSONValue?

      enum CodingKeys: String, CodingKey {
        case sessionID = "session_id"
        case count, at, weight
        case isFirst = "is_first"
        case link, bytes, extra
      }
    }
    #expect(
      try members(of: Like.self) == [
        .required("session_id", .uuid), .optional("count", .integer.nullable), .required("at", .date),
        .required("weight", .number), .required("is_first", .boolean), .optional("link", .url.nullable),
        .required("bytes", JSONSchema(.string(.bytes))), .optional("extra", .any.nullable),
      ])
  }

  @Test func nestedTypesArraysDictionariesAndChoices() throws {
    #expect(
      try members(of: Hunt.self) == [
        .required(
          "checkpoints", .array(of: .object("EdgeTests.Hunt.Checkpoint", .required("position", .integer)))),
        .required("labels", .dictionary(of: .string)), .required("status", .choice("draft", "active")),
        .optional("tags", .array(of: .string.nullable).nullable), .required("level", .integer),
      ])
  }

  @Test func aTypeOfOneValueHasThatValuesSchema() throws {
    struct Name: Decodable {
      let text: String
      init(from decoder: any Decoder) throws { text = try decoder.singleValueContainer().decode(String.self) }
    }
    #expect(try SchemaRecorder.schema(of: Name.self) == .string)
    #expect(try SchemaRecorder.schema(of: [Name].self) == .array(of: .string))
    #expect(try SchemaRecorder.schema(of: [String: [Int]].self) == .dictionary(of: .array(of: .integer)))
    #expect(try SchemaRecorder.schema(of: Name?.self) == .string.nullable)
    #expect(try SchemaRecorder.schema(of: Set<UUID>.self) == .array(of: .uuid))
    #expect(try SchemaRecorder.schema(of: JSONObject.self) == .dictionary(of: .any))
  }

  @Test func aTypeThatChecksItsValuesIsOfferedOthers() throws {
    struct Checked: Decodable {
      let code: String
      let count: Int
      let names: [String]

      enum CodingKeys: CodingKey { case code, count, names }

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        code = try container.decode(String.self, forKey: .code)
        guard UUID(uuidString: code) != nil else {
          throw DecodingError.dataCorruptedError(forKey: .code, in: container, debugDescription: "no UUID")
        }
        count = try container.decode(Int.self, forKey: .count)
        guard count >= 100 else {
          throw DecodingError.dataCorruptedError(forKey: .count, in: container, debugDescription: "below 100")
        }
        names = try container.decode([String].self, forKey: .names)
        guard names.isEmpty else {
          throw DecodingError.dataCorruptedError(forKey: .names, in: container, debugDescription: "not empty")
        }
      }
    }
    #expect(
      try members(of: Checked.self) == [
        .required("code", .string), .required("count", .integer), .required("names", .array(of: .string)),
      ])
  }

  @Test func anOptionalValueThatRefusesEverySampleIsLeftOut() throws {
    struct Update: Decodable {
      let token: String?
      let place: String?

      enum CodingKeys: CodingKey { case token, place }

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard container.contains(.token) else {
          throw DecodingError.keyNotFound(CodingKeys.token, .init(codingPath: [], debugDescription: ""))
        }
        token = try container.decodeIfPresent(String.self, forKey: .token)
        place = try container.decodeIfPresent(String.self, forKey: .place)
        guard place == nil || place == "there" else {
          throw DecodingError.dataCorruptedError(forKey: .place, in: container, debugDescription: "not there")
        }
      }
    }
    // The token may be null, and must be there.
    #expect(
      try members(of: Update.self) == [.required("token", .string.nullable), .optional("place", .string.nullable)])
  }

  @Test func aTypeThatAcceptedNoSampleIsAnyJSONWithTheReason() throws {
    struct Paint: Decodable {
      let shape: Shape?
      let blocks: [Block]
      let shapes: [String: Shape]
      let title: String
    }
    let members = try members(of: Paint.self)
    #expect(members.map(\.key) == ["shape", "blocks", "shapes", "title"])
    #expect(members.map(\.isRequired) == [false, true, true, true])
    #expect(members.first?.schema.shape == .any)
    #expect(members.last?.schema == .string)
    let unknown = try SchemaRecorder.schema(of: Paint.self).unrecordedPlaces(at: "input")
    #expect(unknown.map { String($0.prefix { $0 != ":" }) } == ["input.shape", "input.blocks[]", "input.shapes.*"])
    #expect(unknown.first?.hasPrefix("input.shape: Shape refuses every sample: Expected Shape: ") == true)
    #expect(unknown.dropFirst().first?.hasPrefix("input.blocks[]: Block refuses every sample: No such block. ") == true)
  }

  @Test func aRefusalThatATypeDoesWithoutIsAnyJSON() throws {
    struct Lenient: Decodable {
      let shape: Shape?

      enum CodingKeys: CodingKey { case shape }

      init(from decoder: any Decoder) throws {
        shape = try? decoder.container(keyedBy: CodingKeys.self).decode(Shape.self, forKey: .shape)
      }
    }
    #expect(try members(of: Lenient.self).map(\.schema.shape) == [.any])
    #expect(try SchemaRecorder.schema(of: Lenient.self).unrecordedPlaces(at: "$").count == 1)
  }

  @Test func anOptionalObjectIsLeftOutAfterTheSamplesOfItsMembers() throws {
    struct Outer: Decodable { let range: OwnRange? }
    #expect(
      try members(of: Outer.self) == [
        .optional(
          "range",
          .object("EdgeTests.OwnRange", .required("first", .integer), .required("last", .integer)).nullable)
      ])
  }

  @Test func aTimeZoneHasItsIdentifier() throws {
    struct Zoned: Decodable { let zone: TimeZone? }
    #expect(
      try members(of: Zoned.self) == [
        .optional("zone", .object("TimeZone", .required("identifier", .string)).nullable)
      ])
  }

  @Test func anyJSONThatIsCheckedIsNarrowed() throws {
    struct Place: Decodable {
      let latitude: JSONValue
      let route: JSONValue

      enum CodingKeys: CodingKey { case latitude, route }

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        latitude = try container.decode(JSONValue.self, forKey: .latitude)
        route = try container.decode(JSONValue.self, forKey: .route)
        guard latitude.double != nil else {
          throw DecodingError.dataCorruptedError(forKey: .latitude, in: container, debugDescription: "no number")
        }
        guard route.object != nil else {
          throw DecodingError.dataCorruptedError(forKey: .route, in: container, debugDescription: "no object")
        }
      }
    }
    #expect(
      try members(of: Place.self) == [.required("latitude", .number), .required("route", .dictionary(of: .any))])
  }

  @Test func aTypeInItselfRefersToItself() throws {
    #expect(
      try members(of: Comment.self) == [
        .required("text", .string), .required("replies", .array(of: JSONSchema(.recursive("EdgeTests.Comment")))),
      ])
    #expect(try SchemaRecorder.schema(of: [Comment].self) == .array(of: SchemaRecorder.schema(of: Comment.self)))
    #expect(try SchemaRecorder.schema(of: [[Int]].self) == .array(of: .array(of: .integer)))
  }

  @Test func aTypeThatRefusesEverySampleIsNamedWithThePlace() {
    let error = #expect(throws: UnrecordedType.self) { try SchemaRecorder.schema(of: Code.self) }
    #expect(error?.reason.hasPrefix("Code refuses every sample: Expected a code at $.code. Declare its schema") == true)
  }

  @Test func aDeclaredSchemaStandsForAType() throws {
    struct Holder: Decodable { let amount: Amount }
    #expect(try members(of: Holder.self) == [.required("amount", .choice("ten", "twenty"))])
    #expect(try SchemaRecorder.schema(of: [Amount].self) == .array(of: .choice("ten", "twenty")))
  }

  /// The members of a type that decodes from an object.
  private func members<Value: Decodable>(of type: Value.Type) throws -> [JSONSchema.Member] {
    guard case .object(let object) = try SchemaRecorder.schema(of: type).shape else { return [] }
    return object.members
  }
}

private struct Hunt: Decodable {
  struct Checkpoint: Decodable { let position: Int }
  enum Status: String, Decodable, CaseIterable { case draft, active }
  enum Level: Int, Decodable, CaseIterable { case low = 1, high }

  let checkpoints: [Checkpoint]
  let labels: [String: String]
  let status: Status
  let tags: [String?]?
  let level: Level
}

private enum Shape: Decodable {
  case circle(radius: Int)
  case line(length: Int, width: Int)
}

/// Its kind decides what else it has.
private struct Block: Decodable {
  let text: String

  enum CodingKeys: CodingKey { case type, text }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    guard try container.decode(String.self, forKey: .type) == "paragraph" else {
      throw DecodingError.dataCorruptedError(forKey: .type, in: container, debugDescription: "No such block")
    }
    text = try container.decode(String.self, forKey: .text)
  }
}

private struct OwnRange: Decodable {
  let first: Int
  let last: Int

  enum CodingKeys: CodingKey { case first, last }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    first = try container.decode(Int.self, forKey: .first)
    last = try container.decode(Int.self, forKey: .last)
    guard first < last else {
      throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "It ends before"))
    }
  }
}

private struct Comment: Decodable {
  let text: String
  let replies: [Comment]
}

private struct Amount: Decodable, SchemaProviding {
  static let jsonSchema = JSONSchema.choice("ten", "twenty")

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard try container.decode(String.self) == "ten" else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "Not ten")
    }
  }
}

private struct Code: Decodable {
  let code: String

  enum CodingKeys: CodingKey { case code }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    code = try container.decode(String.self, forKey: .code)
    throw DecodingError.dataCorruptedError(forKey: .code, in: container, debugDescription: "Expected a code")
  }
}
