import Edge
import HTTPTypes

/// Errors at `/rest/v1`, in PostgREST's shape: `{"code","message","details","hint"}`.
///
/// A nested one also has the envelope of functions' errors in the same object: `"error":{"code","message","details"}`.
enum ProcedureError {
  static func response(
    status: HTTPResponse.Status, code: String, message: String, details: JSONValue = .null, hint: JSONValue = .null,
    headers: HTTPFields = [:], isNested: Bool = false
  ) -> Response {
    var body = JSONObject([
      ("code", .string(code)), ("message", .string(message)), ("details", details), ("hint", hint),
    ])
    if isNested {
      var error: JSONObject = ["code": .string(code), "message": .string(message)]
      error["details"] = details == .null ? nil : details
      body["error"] = .object(error)
    }
    return Response(json: body.json, status: status, headers: headers)
  }

  /// The response to any error, as ``AnsweredError`` has it.
  static func response(to error: any Error, isNested: Bool = false) -> Response {
    switch AnsweredError(error) {
    case .host(let error): response(error, isNested: isNested)
    case .function(let error): response(error, isNested: isNested)
    }
  }

  static func response(_ error: FunctionError, isNested: Bool = false) -> Response {
    response(
      status: error.status, code: error.code.rawValue, message: error.message, details: error.details ?? .null,
      headers: error.headers, isNested: isNested
    ).marked()
  }

  /// The host's own errors keep their code, in the form that the clients' `rpc` reads.
  static func response(_ error: HostError, isNested: Bool = false) -> Response {
    var response = response(
      status: error.status, code: error.code, message: error.message, details: error.details ?? .null,
      headers: error.headers, isNested: isNested)
    response.headers.mark(errorCode: error.code, isRelayError: error.isRelayError)
    return response
  }

  /// PostgREST's response for an unknown name.
  static func unknown(_ name: String) -> Response {
    response(
      status: .notFound, code: "PGRST202",
      message: "Could not find the function public.\(name.prefix(64)) in the schema cache")
  }

  /// PostgREST's response for another number of rows than the one that was asked for.
  static func notSingular(_ count: Int, isNested: Bool = false) -> Response {
    response(
      status: .notAcceptable, code: "PGRST116", message: "Cannot coerce the result to a single JSON object",
      details: .string("The result contains \(count) rows"), isNested: isNested)
  }

  /// PostgREST's response for a method that cannot call functions.
  static func methodNotAllowed(_ allowed: String) -> Response {
    response(
      status: .methodNotAllowed, code: "PGRST101", message: "Only \(allowed) may call this function",
      headers: [.allow: allowed])
  }
}
