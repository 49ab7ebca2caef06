import Edge
import Foundation
import Testing

@testable import OpenAPI

@Suite struct APIDocumentTests {
  @Test func aFunctionIsAPostWithItsTypesAndErrors() throws {
    let document = APIDocument(
      title: "greeter", version: "1.2.3", operations: [Operation(function: greet, needsToken: true)])
    #expect(document.json["openapi"] == "3.1.0")
    #expect(document.json["info"] == ["title": "greeter", "version": "1.2.3"])
    let operation = try #require(document.json["paths"]?["/functions/v1/greet"]?["post"])
    #expect(operation["operationId"] == "greet")
    #expect(operation["summary"] == "Greets a person.")
    #expect(operation["security"] == [["bearer": []]])
    #expect(operation["x-swiftlet-access"] == "user")
    #expect(
      operation["requestBody"]
        == [
          "required": true,
          "content": ["application/json": ["schema": ["$ref": "#/components/schemas/Person"]]],
        ])
    let responses = try #require(operation["responses"])
    #expect(responses["200"]?["content"]?["application/json"]?["schema"]?["$ref"] == "#/components/schemas/Greeting")
    #expect(responses["404"]?["description"] == "`PERSON_NOT_FOUND`: No such person")
    #expect(responses["404"]?["x-swiftlet-codes"] == ["PERSON_NOT_FOUND"])
    #expect(
      responses.object?.keys == [
        "200", "400", "401", "404", "408", "413", "429", "431", "500", "503", "504", "546",
      ])
    #expect(
      document.json["components"]?["schemas"]?["Person"]
        == [
          "type": "object",
          "properties": ["name": ["type": "string"], "born": ["type": ["string", "null"], "format": "date-time"]],
          "required": ["name"],
        ])
    #expect(document.unrecorded.isEmpty)
  }

  @Test func aBodyOfOptionalInputIsNotRequired() throws {
    let list = Function("list", access: .user) { (filter: Filter, _) in [filter] }
    let document = APIDocument(
      title: "t", version: "1",
      operations: [
        Operation(function: list, needsToken: true), Operation(route: .call("lists/all", list), needsToken: true),
        Operation(route: .insert("lists", list), needsToken: true),
      ])
    func need(_ path: String) -> JSONValue? { document.json["paths"]?[path]?["post"]?["requestBody"]?["required"] }
    #expect(need("/functions/v1/list") == false)
    #expect(need("/rest/v1/lists/all") == false)
    #expect(need("/rest/v1/lists") == true)
  }

  @Test(arguments: [false, true])
  func routesOfOnePathAndMethodHaveTheErrorsOfBoth(isFirst: Bool) throws {
    let plain = Function("plain", access: .user) { (person: Person, _) in [person] }
    let own = Function("own", access: .user) { (person: Person, _) in [person] }
      .errors(FunctionError(status: .badRequest, code: "NAME_TOO_LONG", message: "The name is too long"))
    let routes: [TableRoute] = [
      .select("people", filters: ["name": "name"], isFirst ? own : plain),
      .select("people", filters: ["born": "born"], isFirst ? plain : own),
    ]
    let document = APIDocument(
      title: "t", version: "1", operations: routes.map { Operation(route: $0, needsToken: true) })
    let responses = try #require(document.json["paths"]?["/rest/v1/people"]?["get"]?["responses"])
    #expect(
      responses["400"]?["x-swiftlet-codes"]
        == ["VALIDATION_ERROR", "BAD_REQUEST", "IDEMPOTENCY_KEY_INVALID", "NAME_TOO_LONG"])
    #expect(
      responses["400"]?["description"]
        == "The request or its input is not acceptable.\n`NAME_TOO_LONG`: The name is too long")
    #expect(responses["400"]?["content"]?["application/json"]?["schema"] == ["$ref": "#/components/schemas/Error"])
    #expect(responses["401"] == ["$ref": "#/components/responses/Unauthorized"])
  }

  /// A request with any other parameter is refused.
  @Test func aSelectHasNoParametersButItsFilters() throws {
    let own = Function("own", access: .user) { (person: Person, _) in [person] }
    let route = TableRoute.select("people", filters: ["name": "name"], own)
    let document = APIDocument(title: "t", version: "1", operations: [Operation(route: route, needsToken: true)])
    let parameters = document.json["paths"]?["/rest/v1/people"]?["get"]?["parameters"]?.array
    #expect(parameters?.map { $0["name"] } == ["name"])
  }

  @Test func accessSaysWhichTokenAndWhichRefusals() throws {
    func security(_ endpoint: any Endpoint, needsToken: Bool) throws -> (JSONValue?, [String]) {
      let json = APIDocument(
        title: "t", version: "1", operations: [Operation(function: endpoint, needsToken: needsToken)]
      ).json
      let operation = try #require(json["paths"]?["/functions/v1/f"]?["post"])
      return (operation["security"], operation["responses"]?.object?.keys.filter { $0.hasPrefix("40") } ?? [])
    }
    let open = try security(Function("f", access: .anyone) { _ in 1 }, needsToken: false)
    #expect(open.0 == [[:]] && open.1 == ["400", "408"])
    let verified = try security(Function("f", access: .verified) { _ in 1 }, needsToken: true)
    #expect(verified.0 == [["bearer": []], ["apikey": []]] && verified.1 == ["400", "401", "408"])
    let service = try security(Function("f", access: .serviceRole) { _ in 1 }, needsToken: true)
    #expect(service.1 == ["400", "401", "403", "408"])
  }

  @Test func aDatabaseFunctionThatOnlyReadsIsAGetToo() throws {
    let endpoint = greet.readOnly()
    let json = APIDocument(
      title: "t", version: "1", operations: Operation.procedures(endpoint, needsToken: true)
    ).json
    let path = try #require(json["paths"]?["/rest/v1/rpc/greet"])
    #expect(path.object?.keys == ["post", "get"])
    #expect(path["post"]?["x-swiftlet-function"] == "greet")
    #expect(path["get"]?["requestBody"] == nil)
    #expect(
      path["get"]?["parameters"]
        == [
          ["name": "name", "in": "query", "required": true, "schema": ["type": "string"]],
          ["name": "born", "in": "query", "required": false, "schema": ["type": "string", "format": "date-time"]],
        ])
  }

  @Test func typesOfOneShortNameGetDifferentNames() throws {
    let first = Function("a", access: .user) { _ in First.Item(id: 1) }
    let second = Function("b", access: .user) { _ in [Second.Item(name: nil)] }
    let same = Function("c", access: .user) { _ -> First.Item? in nil }
    let document = APIDocument(
      title: "t", version: "1", operations: [first, second, same].map { Operation(function: $0, needsToken: true) })
    func output(_ name: String) -> JSONValue? {
      document.json["paths"]?["/functions/v1/\(name)"]?["post"]?["responses"]?["200"]?["content"]?["application/json"]?[
        "schema"]
    }
    #expect(output("a") == ["$ref": "#/components/schemas/FirstItem"])
    #expect(output("b") == ["type": "array", "items": ["$ref": "#/components/schemas/SecondItem"]])
    #expect(output("c") == ["anyOf": [["$ref": "#/components/schemas/FirstItem"], ["type": "null"]]])
  }

  @Test func objectsOfOneNameAreNumbered() {
    var names = SchemaNames()
    #expect(names.json(.object("App.Row", .required("a", .integer))) == ["$ref": "#/components/schemas/Row"])
    #expect(names.json(.object("Other.Row", .required("b", .integer))) == ["$ref": "#/components/schemas/Row2"])
    #expect(names.json(.object("App.Row", .required("a", .integer))) == ["$ref": "#/components/schemas/Row"])
  }

  @Test func anObjectInItselfRefersToItself() {
    var names = SchemaNames()
    let tree = JSONSchema.object("App.Tree", .required("branches", .array(of: JSONSchema(.recursive("App.Tree")))))
    _ = names.json(tree)
    #expect(
      names.components["Tree"]?["properties"]?["branches"]?["items"] == ["$ref": "#/components/schemas/Tree"])
  }

  @Test func anUnknownTypeIsNamed() throws {
    let raw = Function.raw("hook", access: .anyone) { _, _ in .noContent }
    let document = APIDocument(
      title: "t", version: "1", operations: [Operation(function: raw, needsToken: false)])
    #expect(document.unrecorded.map(\.operation) == ["POST /functions/v1/hook", "POST /functions/v1/hook"])
    let operation = try #require(document.json["paths"]?["/functions/v1/hook"]?["post"])
    #expect(operation["x-swiftlet-unrecorded"]?.array?.count == 2)
    #expect(operation["responses"]?["default"] != nil)
  }

  @Test func aMemberOfAnUnknownTypeIsNamedWithItsPath() {
    let paint = Function("paint", access: .user) { (paint: Paint, _) in paint.blocks }
    let document = APIDocument(title: "t", version: "1", operations: [Operation(function: paint, needsToken: true)])
    #expect(
      document.json["components"]?["schemas"]?["Paint"]?["properties"]
        == ["shape": [:], "blocks": ["type": "array", "items": [:]]])
    #expect(
      document.unrecorded.map { String($0.reason.prefix { $0 != ":" }) }
        == ["input.shape", "input.blocks[]", "output[]"])
    let operation = document.json["paths"]?["/functions/v1/paint"]?["post"]
    #expect(operation?["x-swiftlet-unrecorded"]?.array?.count == 3)
  }
}

private enum Shape: Codable {
  case circle(radius: Int)
  case line(length: Int)
}

private struct Paint: Codable {
  let shape: Shape?
  let blocks: [Shape]
}

private struct Person: Codable {
  let name: String
  let born: Date?
}

private struct Filter: Codable, OptionalInput { let isActive: Bool? }

private struct Greeting: Codable { let text: String }

private enum First { struct Item: Codable { let id: Int } }
private enum Second { struct Item: Codable { let name: String? } }

private let greet = Function("greet", access: .user) { (person: Person, _) in Greeting(text: person.name) }
  .described("Greets a person.").errors(.notFound("PERSON_NOT_FOUND", "No such person"))
