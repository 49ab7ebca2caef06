import Edge
import Foundation
import Logging
import NIOCore
import Synchronization
import Testing

@testable import Host

/// Every row of the contract's table that needs no worker process, to the byte.
@Suite struct ErrorTableTests {
  private struct Secretive: Error { let detail = "password=hunter2" }

  /// An author's own rule, which admits no caller.
  private struct Paying: Access {
    let needsToken = false

    func admit(_ identity: Identity?) throws(FunctionError) -> Bool {
      var error = FunctionError(status: .forbidden, code: "UNPAID", message: "Pay first", details: ["price": 5])
      error.headers[.retryAfter] = "9"
      throw error
    }
  }

  private func expect(
    _ answer: Answer, _ status: Int, _ code: String, _ message: String, nested: Bool = false, relay: Bool = false,
    at location: SourceLocation = #_sourceLocation
  ) {
    let error = #""code":"\#(code)","message":"\#(message)""#
    #expect(
      answer.body == (nested ? #"{\#(error),"error":{\#(error)}}"# : "{\(error)}"), sourceLocation: location)
    #expect(answer.status == status, sourceLocation: location)
    #expect(answer["sb-error-code"] == code, sourceLocation: location)
    #expect(answer["content-type"] == "application/json", sourceLocation: location)
    #expect(answer["access-control-allow-origin"] == "*", sourceLocation: location)
    #expect(answer["access-control-expose-headers"] == "sb-error-code", sourceLocation: location)
    #expect(answer["x-relay-error"] == (relay ? "true" : nil), sourceLocation: location)
    #expect(answer["x-served-by"] == "swiftlet/local", sourceLocation: location)
    #expect(answer["sb-request-id"].flatMap(UUID.init(uuidString:)) != nil, sourceLocation: location)
    #expect(answer["sb-request-id"]?.dropFirst(14).first == "7", sourceLocation: location)
  }

  @Test func tokens() async throws {
    try await withHarness(functions: [Handlers.verified, Handlers.user, Handlers.service]) { host in
      let target = "/functions/v1/verified"
      expect(
        try await host.post(target, "{}"), 401, "UNAUTHORIZED_NO_AUTH_HEADER", "Missing authorization header")
      for value in ["Basic YTpi", "Bearer", "Bearer ", "Bearer not-a-jwt", "Token x", "", "Bearer a b"] {
        expect(
          try await host.send(.post, target, headers: [.authorization: value]), 401,
          "UNAUTHORIZED_INVALID_JWT_FORMAT", "Invalid JWT")
      }
      let forged = Forge.hs256(secret: [UInt8](repeating: 7, count: 32))
      expect(try await host.post(target, token: forged, "{}"), 401, "UNAUTHORIZED_LEGACY_JWT", "Invalid JWT")
      let expired = Forge.hs256(claims: #"{"role":"anon","exp":1}"#)
      expect(try await host.post(target, token: expired, "{}"), 401, "UNAUTHORIZED_LEGACY_JWT", "Invalid JWT")
      let unknown = Forge.hs256(header: #"{"alg":"HS512"}"#)
      expect(
        try await host.post(target, token: unknown, "{}"), 401, "UNAUTHORIZED_UNSUPPORTED_TOKEN_ALGORITHM",
        "Unsupported JWT algorithm HS512")
      let asymmetric = Forge.hs256(header: #"{"alg":"ES256"}"#)
      expect(
        try await host.post(target, token: asymmetric, "{}"), 401, "UNAUTHORIZED_ASYMMETRIC_JWT", "Invalid JWT")
    }
  }

  @Test func admission() async throws {
    try await withHarness(functions: [Handlers.user, Handlers.service]) { host in
      let anon = try host.token(sub: nil, role: .anon)
      expect(
        try await host.post("/functions/v1/user", token: anon, "{}"), 401, "AUTH_REQUIRED", "Authentication required",
        nested: true)
      let noUUID = Forge.hs256(claims: #"{"sub":"42","role":"authenticated","exp":4102444800}"#)
      expect(
        try await host.post("/functions/v1/user", token: noUUID, "{}"), 401, "AUTH_REQUIRED",
        "Authentication required", nested: true)
      expect(
        try await host.post("/functions/v1/service", token: host.token(), "{}"), 403, "PERMISSION_DENIED",
        "Insufficient permissions", nested: true)
      #expect(try await host.post("/functions/v1/user", token: host.token(), "").body == #"{"user":"\#(Forge.user)"}"#)
      let key = try TokenMinter(secret: TokenConfiguration.developmentSecret).projectKey(.serviceRole)
      #expect(try await host.post("/functions/v1/service", token: key, "").status == 200)
    }
  }

  @Test func aRefusalOfAnAuthorsOwnRuleKeepsItsDetailsAndFields() async throws {
    let paid = Function("paid", access: Paying()) { _ in true }
    try await withHarness(functions: [paid], procedures: [paid]) { host in
      let answer = try await host.post("/functions/v1/paid", "")
      #expect(answer.verdict == "403 UNPAID")
      let error = #""code":"UNPAID","message":"Pay first""#
      #expect(answer.body == #"{\#(error),"error":{\#(error),"details":{"price":5}}}"#)
      #expect(answer["retry-after"] == "9")
      let called = try await host.post("/rest/v1/rpc/paid", "")
      #expect(called.body == #"{\#(error),"details":{"price":5},"hint":null}"#)
      #expect(called["retry-after"] == "9")
    }
  }

  @Test func unknownFunctions() async throws {
    try await withHarness(functions: [Handlers.open]) { host in
      for name in ["nothing", "", "Open", "open2", "_Internal", "%4fpen"] {
        expect(
          try await host.post("/functions/v1/\(name)", "{}"), 404, "NOT_FOUND", "Requested function was not found")
      }
    }
  }

  @Test func anUnknownErrorIsAnsweredWithoutItsText() async throws {
    let failing = Function("failing", access: .anyone) { _ -> Bool in throw Secretive() }
    try await withHarness(functions: [failing]) { host in
      let answer = try await host.post("/functions/v1/failing", "{}")
      expect(answer, 500, "EDGE_FUNCTION_ERROR", "Internal Server Error")
      #expect(!"\(answer)".contains("hunter2") && !"\(answer)".contains("Secretive"))
      let line = try #require(host.logs.invocations.first)
      #expect(line.level == .error)
      #expect(line.metadata["error"]?.contains("Secretive") == true)
    }
  }

  @Test func aResultThatCannotBeEncodedIsAFaultOfTheFunction() async throws {
    let infinite = Function("infinite", access: .anyone) { _ in ["number": Double.infinity] }
    try await withHarness(functions: [infinite]) { host in
      expect(
        try await host.post("/functions/v1/infinite", "{}"), 500, "EDGE_FUNCTION_ERROR", "Internal Server Error")
    }
  }

  @Test func payloads() async throws {
    let closes = Function.raw("closes", access: .anyone) { request, _ in
      _ = try await request.body.collect(upTo: 3)
      return .noContent
    }
    try await withHarness(functions: [Handlers.typed, Handlers.echo, closes]) { configuration in
      configuration.limits.jsonBody = 20
      configuration.limits.rawBody = 30
      configuration.functions["closes"] = {
        var own = FunctionConfiguration(); own.maximumBody = 40; return own
      }()
    } _: { host in
      func body(_ count: Int) -> String { #"{"name":""# + String(repeating: "x", count: count - 11) + #""}"# }
      #expect(try await host.post("/functions/v1/typed", body(20)).status == 200)
      expect(
        try await host.post("/functions/v1/typed", body(21)), 413, "PAYLOAD_TOO_LARGE",
        "The body is larger than the limit of 20 bytes")
      #expect(try await host.post("/functions/v1/echo", body(30)).status == 200)
      expect(
        try await host.post("/functions/v1/echo", body(31)), 413, "PAYLOAD_TOO_LARGE",
        "The body is larger than the limit of 30 bytes")
      expect(
        try await host.post("/functions/v1/closes", body(41)), 413, "PAYLOAD_TOO_LARGE",
        "The body is larger than the limit of 40 bytes")
      expect(
        try await host.post("/functions/v1/closes", body(40)), 413, "PAYLOAD_TOO_LARGE",
        "The body is larger than the limit of 3 bytes")
    }
  }

  /// A body without a length is cut off at the first byte too many.
  @Test(arguments: ["typed", "echo"])
  func payloadsThatArriveInChunks(_ name: String) async throws {
    try await withHarness(functions: [Handlers.typed, Handlers.echo]) { configuration in
      configuration.limits.jsonBody = 20
      configuration.limits.rawBody = 20
    } _: { host in
      for (pieces, isFine) in [([#"{"name":""#, #"123456789"}"#], true), ([#"{"name":""#, #"1234567890"}"#], false)] {
        let rest = Mutex(pieces[...])
        let body = RequestBody { rest.withLock { $0.popFirst().map(ByteBuffer.init(string:)) } }
        let answer = try await host.send(.post, "/functions/v1/\(name)", body: body)
        if isFine {
          #expect(answer.status == 200)
        } else {
          expect(answer, 413, "PAYLOAD_TOO_LARGE", "The body is larger than the limit of 20 bytes")
        }
      }
    }
  }

  @Test func methodsAndPaths() async throws {
    try await withHarness(functions: [Handlers.open]) { host in
      for method in ["TRACE", "CONNECT", "PROPFIND", "get"] {
        let answer = try await host.send(try #require(HTTPRequest.Method(method)), "/functions/v1/open")
        expect(
          answer, 405, "METHOD_NOT_ALLOWED",
          "Method not allowed: use GET, POST, PUT, PATCH, DELETE, OPTIONS, HEAD")
        #expect(answer["allow"] == "GET, POST, PUT, PATCH, DELETE, OPTIONS, HEAD")
      }
      expect(
        try await host.send(.get, "/functions/v1/../open"), 400, "BAD_REQUEST",
        "The path holds '..', a NUL or a broken escape")
    }
  }
}
