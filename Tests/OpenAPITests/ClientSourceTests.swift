import Edge
import Foundation
import Testing

@testable import OpenAPI

@Suite struct ClientSourceTests {
  @Test func aFunctionIsAMethodWithTypes() throws {
    let like = Function("like_option", access: .user) { (like: Like, _) in LikeResult(matchFound: like.weight == nil) }
      .described("Likes an option.").errors(.notFound("OPTION_NOT_FOUND", "No such option"))
    let text = try source([Operation(function: like, needsToken: true)])
    #expect(
      text.contains(
        """
          /// Likes an option.
          ///
          /// `POST /functions/v1/like_option`, for a user.
          ///
          /// The key is sent, but the host does not keep the answer: a repeated call is another one.
          public func likeOption(_ input: Like, idempotencyKey: UUID = UUID()) async throws -> LikeResult {
            try Self.decoded(await send("POST", "/functions/v1/like_option", body: try Self.encoded(input), key: idempotencyKey, isRepeatable: false))
          }
        """))
    #expect(
      text.contains(
        """
          public struct Like: Codable, Hashable, Sendable {
            public var optionID: UUID
            public var weight: Double?
            public var mood: LikeMood?
            public var `default`: Bool

            public init(optionID: UUID, weight: Double? = nil, mood: LikeMood? = nil, `default`: Bool) {
              self.optionID = optionID
              self.weight = weight
              self.mood = mood
              self.`default` = `default`
            }

            private enum CodingKeys: String, CodingKey {
              case optionID = "option_id"
              case weight
              case mood
              case `default`
            }
          }
        """))
    #expect(
      text.contains(
        """
          /// One of: good, so-so.
          public struct LikeMood: RawRepresentable, Codable, Hashable, Sendable {
            public let rawValue: String
            public init(rawValue: String) { self.rawValue = rawValue }

            public static let good = Self(rawValue: "good")
            public static let soSo = Self(rawValue: "so-so")
          }
        """))
    #expect(text.contains("  public static let optionNotFound = Self(rawValue: \"OPTION_NOT_FOUND\")\n"))
  }

  @Test func eachMethodHasANameOfItsOwn() throws {
    let names = ["like-option", "like_option", "session", "api_key", "default"]
    let text = try source(
      names.map { Operation(function: Function($0, access: .verified) { _ in [1] }.readOnly(), needsToken: true) })
    for name in ["likeOption", "likeOption2", "session2", "apiKey2", "`default`"] {
      #expect(text.components(separatedBy: "public func \(name)()").count == 2, "\(name)")
    }
    #expect(SwiftNames.members(["in", "In"]).map(\.name) == ["`in`", "in2"])
    #expect(SwiftNames.members(["raw_value"], besides: ["rawValue"]).map(\.name) == ["rawValue2"])
  }

  @Test func aCallThatMayBeRepeatedSaysSo() throws {
    let list = Function("list", access: .verified) { _ in [1] }.readOnly()
    var write = Operation(function: Function("write", access: .user) { _ in NoContent() }, needsToken: true)
    write.isIdempotent = true
    let text = try source([Operation(function: list, needsToken: true), write])
    #expect(
      text.contains(
        """
          public func list() async throws -> [Int] {
            try Self.decoded(await send("POST", "/functions/v1/list", isRepeatable: true))
          }
        """))
    #expect(
      text.contains(
        """
          public func write(idempotencyKey: UUID = UUID()) async throws {
            _ = try await send("POST", "/functions/v1/write", key: idempotencyKey, isRepeatable: true)
          }
        """))
  }

  @Test func aRouteOfAFunctionHasNoMethodOfItsOwn() throws {
    let list = Function("list", access: .verified) { _ in [1] }.readOnly()
    let other = Function("other", access: .verified) { _ in [1] }.readOnly()
    let text = try source(
      [Operation(function: list, needsToken: true)] + Operation.procedures(list, needsToken: true)
        + Operation.procedures(other, needsToken: true))
    #expect(text.contains("func list("))
    #expect(!text.contains("func rpcList("))
    #expect(text.contains("func rpcOther("))
    #expect(!text.contains("func getRpcOther("))
  }

  /// An app sends requests to tables with its client of PostgREST.
  @Test func aTableHasNoMethodsButACallHasOne() throws {
    let add = Function("add", access: .user) { (like: Like, _) in like }
    let rate = Function("rate", access: .user) { (like: Like, _) in like }
    let routes: [TableRoute] = [
      .insert("likes", add), .select("likes", filters: ["weight": .integer("weight")], add),
      .update("likes", filters: ["id": "option_id"], add), .delete("likes", filters: ["id": "option_id"], add),
      .insert("rates", rate), .call("likes/{mood}/rate", rate),
    ]
    let text = try source(routes.map { Operation(route: $0, needsToken: true) })
    for name in ["insertLikes", "selectLikes", "updateLikes", "deleteLikes", "insertRates"] {
      #expect(!text.contains("func \(name)("))
    }
    #expect(
      text.contains(
        """
          public func callLikesMoodRate(_ input: LikeBody2, mood: CallLikesMoodRateMood, idempotencyKey: UUID = UUID()) async throws -> Like {
            try Self.decoded(await send("POST", "/rest/v1/likes/\\(Self.segment(mood))/rate", body: try Self.encoded(input), key: idempotencyKey, isRepeatable: false))
          }
        """))
    #expect(text.contains("    case let choice as any RawRepresentable: \"\\(choice.rawValue)\"\n"))
  }

  @Test func aRequiredMemberIsSentAsNull() throws {
    let text = try source(
      output: list,
      [
        "L": [
          "type": "object", "required": ["default", "note"],
          "properties": [
            "default": ["type": ["integer", "null"]], "note": ["type": "string"], "more": ["type": ["string", "null"]],
          ],
        ]
      ])
    #expect(
      text.contains(
        """
            private enum CodingKeys: String, CodingKey {
              case `default`
              case note
              case more
            }

            public func encode(to encoder: any Encoder) throws {
              var container = encoder.container(keyedBy: CodingKeys.self)
              try container.encode(self.`default`, forKey: .`default`)
              try container.encode(self.note, forKey: .note)
              try container.encodeIfPresent(self.more, forKey: .more)
            }
          }
        """))
  }

  @Test func aCallWhoseKeyIsInUseIsRepeatedWhenTheHostSays() throws {
    let text = try source([])
    #expect(text.contains("status == 503 || status == 409 && code.rawValue == \"IDEMPOTENCY_KEY_IN_USE\""))
    #expect(text.contains("pause = min(30, max(pause, failure.retryAfter ?? 0))\n"))
  }

  @Test func anUnknownTypeIsData() throws {
    let raw = Function.raw("hook", access: .anyone) { _, _ in .noContent }
    #expect(
      try source([Operation(function: raw, needsToken: false)]).contains(
        """
          public func hook(_ input: Data, idempotencyKey: UUID = UUID()) async throws -> Data {
            try await send("POST", "/functions/v1/hook", body: input, key: idempotencyKey, isRepeatable: false)
          }
        """))
  }

  @Test(
    arguments: [
      (["L": ["type": "array", "items": list]], "[JSON]"),
      (["L": ["type": "object", "additionalProperties": list]], "[String: JSON]"),
      (["L": ["type": "array", "items": ["anyOf": [list, ["type": "null"]]]]], "[JSON]"),
      (["L": ["type": "array", "items": ["type": "object", "additionalProperties": list]]], "[[String: JSON]]"),
      (
        ["L": ["type": "array", "items": other], "M": ["type": "object", "additionalProperties": list]],
        "[[String: JSON]]"
      ),
    ] as [(JSONValue, String)])
  func aCollectionOfItselfIsJSON(_ schemas: JSONValue, _ type: String) throws {
    #expect(try source(output: list, schemas).contains("func f() async throws -> \(type) {\n"))
  }

  @Test func aMemberThatHoldsItsCollectionIsJSON() throws {
    let row: JSONValue = ["type": "object", "properties": ["rows": list]]
    let text = try source(output: list, ["L": ["type": "array", "items": row]])
    #expect(text.contains("func f() async throws -> [FOutput] {\n"))
    #expect(text.contains("    public var rows: JSON?\n"))
  }

  @Test func aNamedStructHoldsItselfInACollection() throws {
    let row: JSONValue = ["type": "object", "properties": ["rows": list]]
    for schema in [list, other] {
      let text = try source(output: schema, ["L": ["type": "array", "items": other], "M": row])
      #expect(text.contains("    public var rows: [M]?\n"))
    }
  }

  @Test func aChoiceAndAStructOfOneNameAreTwoTypes() throws {
    let text = try source(
      output: ["type": "object", "properties": ["like": list, "mood": other]],
      [
        "L": ["type": "object", "properties": ["mood": ["type": "string", "enum": ["good"]]]],
        "M": ["type": "object", "properties": ["mood": lMood, "again": lMood]],
        "LMood": ["type": "object", "properties": ["depth": ["type": "integer"]]],
      ])
    #expect(text.contains("  public struct LMood: RawRepresentable, Codable, Hashable, Sendable {\n"))
    #expect(text.contains("  public struct L: Codable, Hashable, Sendable {\n    public var mood: LMood?\n"))
    #expect(text.contains("  public struct LMood2: Codable, Hashable, Sendable {\n    public var depth: Int?\n"))
    #expect(text.contains("    public var mood: LMood2?\n    public var again: LMood2?\n"))
    #expect(!text.contains("LMood3"))
  }

  @Test func namesAreSwifts() {
    func member(_ key: String) -> String? { SwiftNames.members([key]).first?.name }
    #expect(member("session_id") == "sessionID")
    #expect(member("searchesToday") == "searchesToday")
    #expect(member("SESSION_NOT_FOUND") == "sessionNotFound")
    #expect(member("in") == "`in`")
    #expect(member("self") == "self2")
    #expect(member("Self") == "self2")
    #expect(member("2d") == "_2d")
    #expect(member("…") == "value")
    #expect(SwiftNames.type("Date") == "DateValue")
    #expect(SwiftNames.members(["a_b", "aB", "a-b"]).map(\.name) == ["aB", "aB2", "aB3"])
  }

  /// The client of a function `f` without input.
  private func source(output: JSONValue, _ schemas: JSONValue) throws -> String {
    let success: JSONValue = ["content": ["application/json": ["schema": output]]]
    let operation: JSONValue = [
      "operationId": "f", "x-swiftlet-read-only": true, "responses": ["200": success],
    ]
    let document: JSONObject = [
      "openapi": "3.1.0", "paths": ["/functions/v1/f": ["post": operation]], "components": ["schemas": schemas],
    ]
    return ClientSource(try ParsedDocument(document)).text
  }

  private func source(_ operations: [OpenAPI.Operation]) throws -> String {
    ClientSource(
      try ParsedDocument(APIDocument(title: "t", version: "1", operations: operations).json)
    ).text
  }
}

/// References to the schemas `L` and `M` of a document.
private let list: JSONValue = ["$ref": "#/components/schemas/L"]
private let other: JSONValue = ["$ref": "#/components/schemas/M"]
private let lMood: JSONValue = ["$ref": "#/components/schemas/LMood"]

private struct Like: Codable {
  enum Mood: String, Codable, CaseIterable {
    case good
    case soSo = "so-so"
  }

  let optionID: UUID
  let weight: Double?
  let mood: Mood?
  let `default`: Bool

  enum CodingKeys: String, CodingKey {
    case optionID = "option_id"
    case weight, mood, `default`
  }
}

private struct LikeResult: Codable { let matchFound: Bool }
