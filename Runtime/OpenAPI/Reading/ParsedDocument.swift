package import Wire

/// An OpenAPI document as it is read again: by the comparison of two documents, and by the generator of clients.
package struct ParsedDocument: Sendable {
  package let json: JSONObject
  package let operations: [ParsedOperation]

  /// Reads a document.
  ///
  /// - Throws: ``DocumentError`` for JSON of another kind.
  package init(_ json: JSONObject) throws(DocumentError) {
    guard json["openapi"]?.string?.hasPrefix("3.") == true, let paths = json["paths"]?.object else {
      throw DocumentError(reason: "An OpenAPI 3 document has `openapi` and `paths`: one is missing")
    }
    self.json = json
    var operations: [ParsedOperation] = []
    for (path, item) in paths {
      for (method, operation) in item.object ?? [:] where Self.methods.contains(method) {
        operations.append(ParsedOperation(operation, method: method, path: path, in: json))
      }
    }
    self.operations = operations
  }

  private static let methods: Set<String> = ["get", "put", "post", "delete", "patch", "head"]

  package var title: String { json["info"]?["title"]?.string ?? "functions" }
  package var version: String { json["info"]?["version"]?.string ?? "" }

  /// The schema that a value is or refers to, and its name if it has one.
  package func schema(_ value: JSONValue?) -> ParsedSchema { ParsedSchema(value, in: json) }
}
