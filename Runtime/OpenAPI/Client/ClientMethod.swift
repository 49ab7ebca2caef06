import Wire

/// A method of the generated client.
struct ClientMethod {
  private let operation: ParsedOperation
  private let name: String
  private let inputType: String?
  private let outputType: String?
  private let parameters: [Argument]

  /// A parameter of path or query.
  private struct Argument {
    let json: JSONObject
    let name: String
    let type: String

    var place: String { json["in"]?.string ?? "query" }
    var key: String { json["name"]?.string ?? "" }
  }

  /// - Parameter name: the method's name, which no other one has.
  init(_ operation: ParsedOperation, named name: String, _ types: inout ClientTypes) {
    self.operation = operation
    self.name = name
    let words = [operation.id]
    inputType = operation.input.map { operation.takesJSON ? types.type(of: $0, at: words + ["input"]) : "Data" }
    outputType = operation.output.map {
      operation.successStatus == nil ? "Data" : types.type(of: $0, at: words + ["output"])
    }
    let names = SwiftNames.members(
      operation.parameters.map { $0["name"]?.string ?? "" }, besides: ["input", "idempotencyKey", "send"])
    parameters = zip(operation.parameters, names).map { json, name in
      let type = types.type(of: json["schema"], at: words + [name.key])
      return Argument(json: json, name: name.name, type: json["required"]?.bool == true ? type : "\(type)?")
    }
  }

  /// The declaration.
  var text: String {
    """
    \(documentation.map { $0.isEmpty ? "  ///" : "  /// \($0)" }.joined(separator: "\n"))
      public func \(name)(\(arguments.joined(separator: ", "))) async throws\(outputType.map { " -> \($0)" } ?? "") {
        \(body)
      }
    """
  }

  private var documentation: [String] {
    var lines = operation.summary.map { $0.split(separator: "\n").map(String.init) + [""] } ?? []
    lines.append("`\(operation.name)`, for \(callers).")
    if !operation.isReadOnly {
      lines.append("")
      lines.append(
        operation.isIdempotent
          ? "A repeated call with the same key has the effect of one, and gets the first one's answer."
          : "The key is sent, but the host does not keep the answer: a repeated call is another one.")
    }
    return lines
  }

  private var callers: String {
    switch operation.access {
    case "anyone": operation.needsToken ? "every token of the project" : "every caller"
    case "verified": "every token of the project"
    case "user": "a user"
    case "service_role": "the service key"
    case let other: "callers that \(other) admits"
    }
  }

  private var arguments: [String] {
    var list = inputType.map { ["_ input: \($0)"] } ?? []
    list += parameters.map { "\($0.name): \($0.type)\($0.type.hasSuffix("?") ? " = nil" : "")" }
    if !operation.isReadOnly { list.append("idempotencyKey: UUID = UUID()") }
    return list
  }

  private var body: String {
    var values = [operation.method.uppercased().quoted, path]
    let query = parameters.filter { $0.place == "query" }
    if !query.isEmpty {
      values.append("query: [\(query.map { "(\($0.key.quoted), Self.text(\($0.name)))" }.joined(separator: ", "))]")
    }
    if let inputType { values.append("body: \(inputType == "Data" ? "input" : "try Self.encoded(input)")") }
    if !operation.isReadOnly { values.append("key: idempotencyKey") }
    values.append("isRepeatable: \(operation.isReadOnly || operation.isIdempotent)")
    let call = "send(\(values.joined(separator: ", ")))"
    return switch outputType {
    case nil: "_ = try await \(call)"
    case "Data": "try await \(call)"
    default: "try Self.decoded(await \(call))"
    }
  }

  /// The path as a string literal, with the arguments in place of the braces.
  private var path: String {
    parameters.filter { $0.place == "path" }.reduce(operation.path.quoted) { path, argument in
      path.replacing("{\(argument.key)}", with: "\\(Self.segment(\(argument.name)))")
    }
  }
}
