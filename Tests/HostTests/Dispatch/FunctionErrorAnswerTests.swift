import Database
import Edge
import NIOCore
import Testing

/// A function's own error responses.
@Suite struct FunctionErrorAnswerTests {
  private func answer(_ response: Response) async throws -> Answer {
    let function = Function.raw("own", access: .anyone) { _, _ in response }
    var answer: Answer?
    try await withHarness(functions: [function]) { answer = try await $0.post("/functions/v1/own", "x") }
    return try #require(answer)
  }

  private func answer(throwing error: any Error) async throws -> Answer {
    let function = Function("own", access: .anyone) { _ -> Bool in throw error }
    var answer: Answer?
    try await withHarness(functions: [function]) { answer = try await $0.post("/functions/v1/own", "") }
    return try #require(answer)
  }

  @Test(arguments: [200, 201, 302, 400, 401, 404, 418, 429, 499])
  func belowFiveHundredNothingIsAdded(_ status: Int) async throws {
    var response = Response.text("mine", status: .init(code: status))
    response.headers[.contentLanguage] = "en"
    let answer = try await answer(response)
    #expect(answer.status == status)
    #expect(answer.body == "mine")
    #expect(answer["content-type"] == "text/plain;charset=UTF-8")
    #expect(answer["content-language"] == "en")
    #expect(answer["sb-error-code"] == nil)
    #expect(answer["x-relay-error"] == nil)
    #expect(answer["access-control-expose-headers"] == nil)
    #expect(answer["access-control-allow-origin"] == "*")
  }

  @Test(arguments: [500, 502, 503, 504, 546, 599])
  func itsOwnFailureIsMarkedAndKeepsItsBody(_ status: Int) async throws {
    var response = Response.text("mine", status: .init(code: status))
    response.headers[.accessControlExposeHeaders] = "x-own"
    let answer = try await answer(response)
    #expect(answer.status == status)
    #expect(answer.body == "mine")
    #expect(answer["sb-error-code"] == "EDGE_FUNCTION_ERROR")
    #expect(answer["access-control-expose-headers"] == "x-own, sb-error-code")
    #expect(answer["x-relay-error"] == nil)
  }

  @Test(arguments: [0, 100, 101, 103, 199])
  func anInterimStatusIsAFaultOfTheFunction(_ status: Int) async throws {
    let answer = try await answer(.text("mine", status: .init(code: status)))
    #expect(answer.verdict == "500 EDGE_FUNCTION_ERROR")
    #expect(answer.body == #"{"code":"EDGE_FUNCTION_ERROR","message":"Internal Server Error"}"#)
  }

  @Test func aPageOfItsOwnOriginStays() async throws {
    var response = Response.text("mine")
    response.headers[.accessControlAllowOrigin] = "https://app.example"
    #expect(try await answer(response)["access-control-allow-origin"] == "https://app.example")
  }

  @Test func htmlStaysHTML() async throws {
    let page = Response.bytes([UInt8]("<p>".utf8), contentType: "text/html")
    #expect(try await answer(page)["content-type"] == "text/html")
  }

  @Test func aTextThatTheDatabaseCannotStoreIsAFaultOfTheInput() async throws {
    let answer = try await answer(throwing: DatabaseError(.unstorableText, "", statement: "INSERT"))
    #expect(answer.status == 400)
    let message = "A text has U+0000, which the database cannot store"
    #expect(answer.body == #"{"error":{"code":"VALIDATION_ERROR","message":"\#(message)"}}"#)
  }

  @Test func aFailureOfTheDatabaseThatPassesSaysWhy() async throws {
    let cases: [(DatabaseError.Code, String, String)] = [
      (.unavailable, "The database is away: try again", "1"), (.cannotOpen, "The database is away: try again", "1"),
      (.busy, "The database is busy: try again", "1"), (.poolExhausted, "The database is busy: try again", "1"),
      (.deadlock, "The request conflicted with another one: try again", "1"),
      (.serializationFailure, "The request conflicted with another one: try again", "1"),
      (.statementTimedOut, "The database took too long: try again later", "5"),
      (.full, "The database is full: try again later", "30"),
      (.readOnly, "The database takes no changes: try again later", "5"),
    ]
    for (code, message, pause) in cases {
      let answer = try await answer(throwing: DatabaseError(code, ""))
      #expect(answer.status == 503)
      #expect(answer.body == #"{"error":{"code":"NOT_CONNECTED","message":"\#(message)"}}"#)
      #expect(answer["retry-after"] == pause)
    }
    for code in [DatabaseError.Code.uniqueViolation, .syntax, .transactionTimedOut] {
      #expect(try await answer(throwing: DatabaseError(code, "")).verdict == "500 EDGE_FUNCTION_ERROR")
    }
  }

  @Test func anUnknownOutcomeIsSaid() async throws {
    let answer = try await answer(throwing: DatabaseError(.outcomeUnknown, ""))
    #expect(answer.status == 503)
    #expect(answer.body.contains("check whether the request took effect"))
  }

  @Test func typedErrors() async throws {
    let conflict = try await answer(throwing: FunctionError.conflict("Joined already"))
    #expect(conflict.status == 409)
    #expect(conflict.body == #"{"error":{"code":"CONFLICT","message":"Joined already"}}"#)
    #expect(conflict["sb-error-code"] == nil)
    let riddle = try await answer(throwing: FunctionError.message("Riddle not found", status: .notFound))
    #expect(riddle.status == 404)
    #expect(riddle.body == #"{"error":"Riddle not found"}"#)
    let server = try await answer(
      throwing: FunctionError(status: .internalServerError, code: .server, message: "Broken"))
    #expect(server.verdict == "500 EDGE_FUNCTION_ERROR")
    #expect(server.body == #"{"error":{"code":"SERVER_ERROR","message":"Broken"}}"#)
    #expect(server["x-relay-error"] == nil)
    let own = try await answer(throwing: FunctionError.authRequired)
    #expect(own.body == #"{"error":{"code":"AUTH_REQUIRED","message":"Authentication required"}}"#)
    #expect(own.status == 401)
  }

  @Test func anUnavailableDatabaseIsAnswered503() async throws {
    let reads = Function("reads", access: .anyone) { context in
      _ = try await context.database.query("SELECT 1")
      return true
    }
    try await withHarness(functions: [reads]) { host in
      #expect(try await host.post("/functions/v1/reads", "").status == 200)
      await host.database.close()
      let answer = try await host.post("/functions/v1/reads", "")
      #expect(answer.status == 503)
      #expect(answer.body == #"{"error":{"code":"NOT_CONNECTED","message":"The database is away: try again"}}"#)
      #expect(answer["retry-after"] == "1")
      #expect(answer["x-relay-error"] == nil)
      #expect(host.logs.invocations.last?.metadata["error"]?.isEmpty == false)
    }
  }

  @Test(arguments: [
    ("", "The body is empty: expected JSON"), ("{", "Expected a key in double quotes at $"),
    (#"{"name":7}"#, "Expected a string at $.name"), (#"{"name":"a","name":"b"}"#, "Duplicate key at $.name"),
    ("{}", "A value is missing at $.name"), ("[]", "Expected an object at $"),
    (#"{"name":"a","x":[1,{"y":nope}]}"#, "Expected null at $.x[1].y"),
  ])
  func inputThatIsNone(_ body: String, _ message: String) async throws {
    try await withHarness(functions: [Handlers.typed]) { host in
      let answer = try await host.post("/functions/v1/typed", body)
      #expect(answer.status == 400)
      #expect(answer.body.hasPrefix(#"{"error":{"code":"VALIDATION_ERROR","message":"\#(message)""#), "\(answer.body)")
      #expect(answer["sb-error-code"] == nil)
    }
  }

  @Test(arguments: [
    ("name=Ada", "application/x-www-form-urlencoded", ": its content type is application/x-www-form-urlencoded"),
    ("--x\r\n\r\nAda\r\n--x--", "Multipart/Form-Data; boundary=x", ": its content type is multipart/form-data"),
    ("name=Ada", "application/json", ""), ("<name/>", "text/xml", ""), ("True", "application/json", ""),
  ])
  func aBodyOfAnotherFormat(_ body: String, _ type: String, _ more: String) async throws {
    try await withHarness(functions: [Handlers.typed]) { host in
      let answer = try await host.send(
        .post, "/functions/v1/typed", headers: [.contentType: type], body: RequestBody(ByteBuffer(string: body)))
      #expect(answer.status == 400)
      let error = #"{"error":{"code":"VALIDATION_ERROR","message":"The body is no JSON\#(more)""#
      #expect(answer.body.hasPrefix(error), "\(answer.body)")
    }
  }

  @Test func aByteOrderMarkIsSkipped() async throws {
    try await withHarness(functions: [Handlers.typed]) { host in
      let marked = try await host.post("/functions/v1/typed", "\u{FEFF}{\"name\":\"Ada\"}")
      #expect(marked.body == #"{"hello":"Ada"}"#)
      let empty = try await host.post("/functions/v1/typed", "\u{FEFF}")
      #expect(empty.body.contains("The body is empty"))
      let twice = try await host.post("/functions/v1/typed", "\u{FEFF}\u{FEFF}{}")
      #expect(twice.status == 400)
    }
  }

  @Test(arguments: [127, 128, 129, 511, 512, 513, 514, 515, 100_000])
  func nestedInput(_ depth: Int) async throws {
    let any = Function("any", access: .anyone) { (input: JSONValue, _) in input }
    try await withHarness(functions: [any]) { host in
      let body = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      let answer = try await host.post("/functions/v1/any", body)
      #expect(answer.status == (depth <= 128 ? 200 : 400))
      if depth > 128 {
        #expect(answer.body.contains("Nested deeper than 128 at $[0][0]"))
        #expect(answer.body.contains(#""path":"$[0]"#))
      }
    }
  }

  @Test func typedInputIsReadWhateverItsType() async throws {
    try await withHarness(functions: [Handlers.typed]) { host in
      for type in ["text/plain", "application/octet-stream", nil] {
        var headers = HTTPFields()
        headers[.contentType] = type
        let answer = try await host.send(
          .post, "/functions/v1/typed", headers: headers, body: RequestBody(ByteBuffer(string: #"{"name":"Ada"}"#)))
        #expect(answer.body == #"{"hello":"Ada"}"#)
      }
    }
  }
}
