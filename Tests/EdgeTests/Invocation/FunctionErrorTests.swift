import Edge
import HTTPTypes
import NIOCore
import Testing

@Suite struct FunctionErrorTests {
  private func body(of error: FunctionError) -> String {
    guard case .bytes(let bytes) = error.response.body.content else { return "streamed" }
    return String(buffer: bytes)
  }

  @Test func theEnvelopeToTheByte() {
    #expect(
      body(of: .validation("Bad \"name\"", details: ["path": "$.name"]))
        == #"{"error":{"code":"VALIDATION_ERROR","message":"Bad \"name\"","details":{"path":"$.name"}}}"#)
    #expect(
      body(of: .authRequired) == #"{"error":{"code":"AUTH_REQUIRED","message":"Authentication required"}}"#)
    #expect(
      body(of: .notFound("SESSION_NOT_FOUND", "No such session"))
        == #"{"error":{"code":"SESSION_NOT_FOUND","message":"No such session"}}"#)
    #expect(body(of: .message("Riddle not found", status: .notFound)) == #"{"error":"Riddle not found"}"#)
  }

  @Test func codesAndStatuses() {
    let errors: [(FunctionError, Int, String)] = [
      (.validation("x"), 400, "VALIDATION_ERROR"), (.authRequired, 401, "AUTH_REQUIRED"),
      (.permissionDenied(), 403, "PERMISSION_DENIED"), (.notFound("X_NOT_FOUND", "x"), 404, "X_NOT_FOUND"),
      (.conflict("x"), 409, "CONFLICT"), (.payloadTooLarge(limit: 1), 413, "PAYLOAD_TOO_LARGE"),
      (.notConnected("x"), 503, "NOT_CONNECTED"), (.message("x", status: .gone), 410, "SERVER_ERROR"),
    ]
    for (error, status, code) in errors {
      #expect(error.status.code == status)
      #expect(error.code.rawValue == code)
      #expect(error.response.status.code == status)
      #expect(error.response.headers[.contentType] == "application/json")
    }
    #expect(FunctionError.permissionDenied().message == "Insufficient permissions")
  }

  @Test func headersGoAlong() {
    #expect(FunctionError.notConnected("x", retryAfter: 7).response.headers[.retryAfter] == "7")
    var error = FunctionError.conflict("x")
    error.headers[.location] = "/elsewhere"
    #expect(error.response.headers[.location] == "/elsewhere")
  }
}
