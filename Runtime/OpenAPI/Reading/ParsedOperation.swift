package import Wire

/// An operation of a document.
package struct ParsedOperation: Sendable {
  /// The method in lower case.
  package let method: String
  /// The path, with names of parameters in braces.
  package let path: String
  package let id: String
  /// The group in which the document lists it; empty without one.
  package let tag: String
  /// A sentence about its purpose; nil if the document has none.
  package let summary: String?
  /// The rule for callers, as `user`, `verified`, `service_role` or `anyone`.
  package let access: String
  package let needsToken: Bool
  package let isReadOnly: Bool
  /// The name of the function that does the same as this route; nil for a function itself.
  package let function: String?
  /// Whether it keeps the answer to an `Idempotency-Key`.
  package let isIdempotent: Bool
  /// The parameters of path and query.
  package let parameters: [JSONObject]
  /// The schema of the request's body; nil without one.
  package let input: JSONValue?
  package let isInputRequired: Bool
  /// Whether the body is JSON.
  package let takesJSON: Bool
  /// The status of success; nil if it is unknown.
  package let successStatus: Int?
  /// The schema of a successful response; nil without content.
  package let output: JSONValue?
  package let errorCodes: [String]

  /// The method and the path, for people.
  package var name: String { "\(method.uppercased()) \(path)" }

  init(_ json: JSONValue, method: String, path: String, in document: JSONObject) {
    self.method = method
    self.path = path
    id = json["operationId"]?.string ?? "\(method)_\(path)"
    tag = json["tags"]?.array?.first?.string ?? ""
    summary = json["summary"]?.string
    let security = json["security"]?.array ?? []
    needsToken = !security.isEmpty && security.allSatisfy { $0.object?.isEmpty == false }
    access = json["x-swiftlet-access"]?.string ?? (needsToken ? "verified" : "anyone")
    isReadOnly = json["x-swiftlet-read-only"]?.bool ?? (method == "get")
    isIdempotent = json["x-swiftlet-idempotent"]?.bool ?? false
    function = json["x-swiftlet-function"]?.string
    parameters = (json["parameters"]?.array ?? []).compactMap { ParsedSchema.resolved($0, in: document)?.object }
      .filter { $0["in"]?.string != "header" }
    let body = ParsedSchema.resolved(json["requestBody"], in: document)
    isInputRequired = body?["required"]?.bool ?? false
    let content = body?["content"]
    takesJSON = content?["application/json"] != nil
    input = content?["application/json"]?["schema"] ?? content?["*/*"].map { _ in [:] }
    let responses = (json["responses"]?.object ?? [:]).compactMap { status, response in
      ParsedSchema.resolved(response, in: document).map { (status: Int(status), response: $0) }
    }
    let success = responses.first { $0.status.map((200..<300).contains) ?? false }
    successStatus = success?.status
    output = success?.response["content"]?["application/json"]?["schema"] ?? (success == nil ? [:] : nil)
    errorCodes = responses.flatMap { $0.response["x-swiftlet-codes"]?.array ?? [] }.compactMap(\.string)
  }
}
