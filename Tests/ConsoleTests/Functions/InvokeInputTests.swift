import Edge
import Testing

@testable import Console
@testable import OpenAPI

@Suite struct InvokeInputTests {
  private func operation(
    _ input: FunctionSchema.Part, method: String = "post", path: String = "/functions/v1/greet",
    placement: OpenAPI.Operation.Placement = .body, parameters: [Parameter] = []
  ) -> OpenAPI.Operation {
    OpenAPI.Operation(
      id: "greet", method: method, path: path, tag: "functions", access: .anyone, needsToken: false, isReadOnly: false,
      isIdempotent: false, input: input, successes: [], placement: placement, parameters: parameters, errors: [])
  }

  private let note = JSONSchema.object(
    "Note", .required("title", .string), .optional("stars", .integer), .required("isPublic", .boolean),
    .optional("tags", .array(of: .string)), .required("kind", .choice("memo", "list")), .optional("weight", .number))

  private func request(_ operation: OpenAPI.Operation, _ fields: [(String, String)]) throws(PageError) -> InvokeRequest
  {
    try InvokeInput(operation).request(Form(fields.map { Form.Field($0.0, $0.1) }), as: .anon)
  }

  private func text(_ request: InvokeRequest) -> String? { request.body.map { String(decoding: $0, as: UTF8.self) } }

  @Test func fieldsBecomeAnObjectOfTheirTypes() throws {
    let request = try request(
      operation(.json(note)),
      [
        ("input.title", "12"), ("input.stars", "3"), ("input.isPublic", "true"), ("input.tags", #"["a", "b"]"#),
        ("input.kind", "list"), ("input.weight", "0.5"),
      ])
    #expect(request.method == "POST")
    #expect(request.target == "/functions/v1/greet")
    #expect(text(request) == #"{"title":"12","stars":3,"isPublic":true,"tags":["a","b"],"kind":"list","weight":0.5}"#)
  }

  @Test func emptyFieldsAreLeftOut() throws {
    let request = try request(
      operation(.json(note)),
      [
        ("input.title", ""), ("input.stars", ""), ("input.isPublic", "false"), ("input.tags", ""),
        ("input.kind", "memo"),
      ])
    #expect(text(request) == #"{"title":"","isPublic":false,"kind":"memo"}"#)
  }

  @Test(arguments: [
    ("input.stars", "3.5", "stars is not valid: expected whole number"),
    ("input.isPublic", "yes", "isPublic is not valid: expected true or false"),
    ("input.isPublic", "", "isPublic is missing: expected true or false"),
    ("input.tags", "[", "tags is not valid: expected JSON array"),
    ("input.kind", "x", "kind is not valid: expected one of 2"),
    ("input.weight", "\"1\"", "weight is not valid: expected number"),
  ])
  func aFieldThatIsNotValidIsNamed(name: String, value: String, message: String) {
    let valid = [("input.title", "a"), ("input.isPublic", "true"), ("input.kind", "memo")].filter { $0.0 != name }
    #expect(throws: PageError.invalid(message)) { try request(operation(.json(note)), valid + [(name, value)]) }
  }

  @Test func aJSONTextIsTheBody() throws {
    let list = try request(operation(.json(.array(of: .integer))), [("json", "[1, 2]")])
    #expect(text(list) == "[1,2]")
    #expect(throws: PageError.self) { try request(operation(.json(.any)), [("json", "{")]) }
  }

  @Test func anObjectMayBeGivenAsJSONToo() throws {
    let input = InvokeInput(operation(.json(note)))
    #expect(input.hasBothWays)
    #expect(
      input.way(prefersJSON: true)
        == .json("{\n  \"title\": \"\",\n  \"isPublic\": false,\n  \"kind\": \"memo\"\n}"))
    let request = try request(operation(.json(note)), [("json", #"{"title":"t"}"#)])
    #expect(text(request) == #"{"title":"t"}"#)
  }

  @Test func membersStandInPathAndQueryEncoded() throws {
    let update = operation(
      .json(.object("Update", .required("id", .string), .required("part", .integer), .required("title", .string))),
      method: "patch", path: "/rest/v1/notes/{part}",
      parameters: [
        Parameter(place: "path", name: "part", member: "part"),
        Parameter(place: "query", name: "id", member: "id", prefix: "eq."),
      ])
    let request = try request(update, [("input.id", "a/b &ü"), ("input.part", "7"), ("input.title", "t")])
    #expect(request.method == "PATCH")
    #expect(request.target == "/rest/v1/notes/7?id=eq.a%2Fb%20%26%C3%BC")
    #expect(text(request) == #"{"title":"t"}"#)
  }

  @Test func aReadingCallHasItsInputInTheQuery() throws {
    let search = operation(
      .json(.object("Search", .required("text", .string), .optional("limit", .integer))), method: "get",
      path: "/rest/v1/rpc/search", placement: .query)
    let request = try request(search, [("input.text", "a=b"), ("input.limit", "5")])
    #expect(request.target == "/rest/v1/rpc/search?text=a%3Db&limit=5")
    #expect(request.body == nil)
  }

  @Test func anUnknownInputIsSentAsItIs() throws {
    let raw = operation(.unrecorded("raw"))
    let request = try request(
      raw, [("method", "PUT"), ("rest", "/x?y=1"), ("content_type", "text/plain"), ("body", "hello")])
    #expect(request.method == "PUT")
    #expect(request.target == "/functions/v1/greet/x?y=1")
    #expect(request.contentType == "text/plain")
    #expect(text(request) == "hello")
  }

  @Test(arguments: [
    ("rest", "x"), ("rest", "/ü"), ("rest", "/a b"), ("rest", "/a\r\nHost: x"), ("method", "TRACE"),
    ("content_type", "text/plain\r\nX-Y: z"), ("content_type", ""),
  ])
  func aPartThatCannotStandInARequestIsRefused(name: String, value: String) {
    #expect(throws: PageError.self) { try request(operation(.unrecorded("raw")), [(name, value)]) }
  }

  @Test func anExampleHasWhatItMustHave() {
    let schema = JSONSchema.object(
      "All", .required("id", .uuid), .required("at", .date), .required("names", .dictionary(of: .string)),
      .optional("left", .string))
    #expect(
      InvokeExample.value(of: schema)
        == [
          "id": "00000000-0000-4000-8000-000000000000", "at": "2026-01-01T00:00:00Z", "names": ["key": ""],
        ])
  }
}
