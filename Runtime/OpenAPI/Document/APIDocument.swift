package import Edge

/// The OpenAPI 3.1 document of a host's functions.
package struct APIDocument: Sendable {
  package let json: JSONObject
  /// The operations whose types are unknown, and why.
  package let unrecorded: [(operation: String, reason: String)]

  package init(title: String, version: String, operations: [Operation]) {
    var names = SchemaNames()
    for (name, schema) in HostResponses.schemas { if let schema = schema.object { names.add(name, schema) } }
    var paths = JSONObject()
    var unrecorded: [(String, String)] = []
    for operation in operations {
      var item = paths[operation.path]?.object ?? JSONObject()
      let json = operation.json(&names)
      // Routes of one path and method, which differ by their filters, are one operation.
      item[operation.method] = .object(item[operation.method]?.object?.merged(with: json) ?? json)
      paths[operation.path] = .object(item)
      unrecorded += operation.unrecorded.map { ("\(operation.method.uppercased()) \(operation.path)", $0) }
    }
    self.unrecorded = unrecorded
    json = [
      "openapi": "3.1.0",
      "info": ["title": .string(title), "version": .string(version)],
      "servers": [["url": "/"]],
      "paths": .object(paths),
      "components": [
        "securitySchemes": Self.securitySchemes, "schemas": .object(names.components),
        "responses": .object(HostResponses.components),
      ],
    ]
  }

  /// The document's text, one line.
  package var text: [UInt8] { json.json + [UInt8(ascii: "\n")] }

  private static let securitySchemes: JSONValue = [
    "bearer": [
      "type": "http", "scheme": "bearer", "bearerFormat": "JWT",
      "description": "A token of the project: a user's, the anon key, or the service key.",
    ],
    "apikey": [
      "type": "apiKey", "in": "header", "name": "apikey",
      "description": "One of the project's API keys (sb_publishable_…, sb_secret_…).",
    ],
  ]
}
