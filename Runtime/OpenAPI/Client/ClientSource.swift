import Wire

/// A client in Swift of the functions of a document: one file on Foundation alone.
package struct ClientSource: Sendable {
  package let text: String

  /// Writes a client. Routes that do what a function of the document does get no method of their own.
  package init(_ document: ParsedDocument) {
    var types = ClientTypes(document)
    let operations = Self.operations(of: document)
    let names = SwiftNames.members(operations.map(\.id), besides: ClientRuntime.members)
    let methods = zip(operations, names).map { ClientMethod($0, named: $1.name, &types).text }
    let codes = Set(operations.flatMap(\.errorCodes)).sorted()
    text = """
      // A client of \(document.title)\(document.version.isEmpty ? "" : " \(document.version)"), \
      made by `swiftlet client --swift`. Make it again rather than edit it.

      \(ClientRuntime.text)

      // MARK: - Errors

      extension SwiftletClient.Failure.Code {
      \(SwiftNames.members(codes, besides: ["rawValue"]).map { "  public static let \($0.name) = Self(rawValue: \($0.key.quoted))" }
          .joined(separator: "\n"))
      }

      // MARK: - Functions

      extension SwiftletClient {
      \(methods.joined(separator: "\n\n"))
      }

      // MARK: - Types

      extension SwiftletClient {
      \(types.text)
      }

      """
  }

  /// The operations that get a method: of several that do the same the function, else the first.
  ///
  /// Requests to tables get none: an app sends them with its client of PostgREST, which knows their filters and
  /// preferences. A call of a function by a path of its own is no such request.
  private static func operations(of document: ParsedDocument) -> [ParsedOperation] {
    let ids = Set(document.operations.map(\.id))
    var others: Set<String> = []
    return document.operations.filter { operation in
      guard operation.tag != "tables" || operation.id.hasPrefix("call_") else { return false }
      guard let function = operation.function else { return true }
      return !ids.contains(function) && others.insert(function).inserted
    }
  }
}
