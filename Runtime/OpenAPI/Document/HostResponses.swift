import Edge

/// The error responses that a host can give to a call of a function.
enum HostResponses {
  /// The responses of a document: their names, statuses, codes, and what they mean.
  private static let all: [(name: String, status: Int, codes: [String], text: String)] = [
    (
      "BadRequest", 400, ["VALIDATION_ERROR", "BAD_REQUEST", "IDEMPOTENCY_KEY_INVALID"],
      "The request or its input is not acceptable."
    ),
    (
      "Unauthorized", 401,
      [
        "UNAUTHORIZED_NO_AUTH_HEADER", "UNAUTHORIZED_INVALID_JWT_FORMAT", "UNAUTHORIZED_LEGACY_JWT",
        "UNAUTHORIZED_ASYMMETRIC_JWT", "UNAUTHORIZED_UNSUPPORTED_TOKEN_ALGORITHM", "AUTH_REQUIRED",
      ], "The token is missing or not valid, or is no user's where a user is needed."
    ),
    ("Forbidden", 403, ["PERMISSION_DENIED"], "The token's role is not sufficient."),
    ("RequestTimeout", 408, ["REQUEST_TIMEOUT"], "The client took too long to send the request."),
    ("KeyInUse", 409, ["IDEMPOTENCY_KEY_IN_USE"], "The first call with this Idempotency-Key is still running."),
    ("PayloadTooLarge", 413, ["PAYLOAD_TOO_LARGE"], "The body is larger than the limit."),
    ("KeyReused", 422, ["IDEMPOTENCY_KEY_REUSED"], "This Idempotency-Key was sent with another body before."),
    (
      "TooManyRequests", 429, ["RATE_LIMIT_EXCEEDED"],
      "The rate limit is exceeded; Retry-After says when to call again."
    ),
    ("HeadersTooLarge", 431, ["HEADERS_TOO_LARGE"], "The header fields are larger than the limit."),
    (
      "ServerError", 500, ["EDGE_FUNCTION_ERROR", "WORKER_ERROR", "SERVER_ERROR", "IDEMPOTENT_ANSWER_TOO_LARGE"],
      "The function failed. The body says nothing of the reason; the host's log does."
    ),
    (
      "Unavailable", 503, ["NOT_CONNECTED", "OVERLOADED", "BOOT_ERROR"],
      "The host or its database cannot serve the call now; Retry-After says when to call again."
    ),
    ("GatewayTimeout", 504, ["IDLE_TIMEOUT"], "The function did not answer in time."),
    ("ResourceLimit", 546, ["WORKER_RESOURCE_LIMIT"], "The function used more memory or CPU time than its limit."),
  ]

  /// The document's `components/responses`.
  static var components: JSONObject {
    JSONObject(all.map { ($0.name, .object(response($0.text, codes: $0.codes))) })
  }

  /// The response that a reference to one of ``components`` stands for; any other response as it is.
  static func resolved(_ response: JSONValue) -> JSONValue {
    let name = response["$ref"]?.string?.split(separator: "/").last
    return name.flatMap { components[String($0)] } ?? response
  }

  /// The schemas to which the responses refer.
  static let schemas: JSONObject = [
    "HostError": [
      "type": "object", "description": "An error of the host, or of a database function.",
      "properties": [
        "code": ["type": "string"], "message": ["type": "string"], "details": [:], "hint": [:],
        "error": ["type": "object"],
      ],
      "required": ["code", "message"],
    ],
    "FunctionError": [
      "type": "object", "description": "An error of a function.",
      "properties": [
        "error": [
          "type": "object",
          "properties": ["code": ["type": "string"], "message": ["type": "string"], "details": [:]],
          "required": ["code", "message"],
        ]
      ],
      "required": ["error"],
    ],
    "MessageError": [
      "type": "object", "description": "An error of a function without a code.",
      "properties": ["error": ["type": "string"]], "required": ["error"],
    ],
    "Error": [
      "anyOf": [
        ["$ref": "#/components/schemas/HostError"], ["$ref": "#/components/schemas/FunctionError"],
        ["$ref": "#/components/schemas/MessageError"],
      ]
    ],
  ]

  /// The responses of an operation by status: those of the host, and with them those that the function declares.
  static func responses(of operation: Operation) -> JSONObject {
    var responses = JSONObject()
    let declared = Dictionary(grouping: operation.errors, by: \.status)
    let hosts = all.filter { applies($0.name, to: operation) }
    let route = Dictionary(operation.routeErrors.map { ($0.status, $0.text) }) { first, _ in first }
    for status in Set(hosts.map(\.status)).union(declared.keys).union(route.keys).sorted() {
      let host = hosts.first { $0.status == status }
      if let errors = declared[status] {
        let own = errors.map { $0.isEnvelope ? "`\($0.code)`: \($0.message)" : $0.message }
        let codes = errors.filter(\.isEnvelope).map(\.code)
        let text = ([host?.text, route[status]].compactMap(\.self) + own).joined(separator: "\n")
        responses["\(status)"] = .object(response(text, codes: (host?.codes ?? []) + codes))
      } else if let text = route[status] {
        responses["\(status)"] = .object(response(text, codes: []))
      } else if let host {
        responses["\(status)"] = ["$ref": .string("#/components/responses/\(host.name)")]
      }
    }
    return responses
  }

  private static func applies(_ name: String, to operation: Operation) -> Bool {
    switch name {
    case "Unauthorized": operation.needsToken
    case "Forbidden": operation.needsToken && ![.user, .verified].contains(operation.access)
    case "KeyInUse", "KeyReused": operation.isIdempotent
    default: true
    }
  }

  private static func response(_ text: String, codes: [String]) -> JSONObject {
    var unique: [String] = []
    for code in codes where !unique.contains(code) { unique.append(code) }
    return [
      "description": .string(text), "x-swiftlet-codes": .array(unique.map { .string($0) }),
      "content": ["application/json": ["schema": ["$ref": "#/components/schemas/Error"]]],
    ]
  }
}
