import Edge

extension Operation {
  func json(_ names: inout SchemaNames) -> JSONObject {
    var json: JSONObject = ["operationId": .string(id), "tags": [.string(tag)]]
    if let summary { json["summary"] = .string(summary) }
    if let function { json["x-swiftlet-function"] = .string(function) }
    json["x-swiftlet-access"] = .string(access.description)
    json["x-swiftlet-read-only"] = .bool(isReadOnly)
    json["x-swiftlet-idempotent"] = .bool(isIdempotent)
    json["security"] = .array(security)
    let reasons = unrecorded
    if !reasons.isEmpty { json["x-swiftlet-unrecorded"] = .array(reasons.map { .string($0) }) }
    let parameters = parameterList(&names)
    if !parameters.isEmpty { json["parameters"] = .array(parameters) }
    if let body = requestBody(&names) { json["requestBody"] = .object(body) }
    var responses = JSONObject(successes.map { $0.json(&names) })
    for (status, response) in HostResponses.responses(of: self) { responses[status] = response }
    json["responses"] = .object(responses)
    return json
  }

  /// The keys of the new form (`sb_…`) stand for roles, and so for no user.
  private var security: [JSONValue] {
    guard needsToken else { return [[:]] }
    return access == .user ? [["bearer": []]] : [["bearer": []], ["apikey": []]]
  }

  // MARK: Input

  /// The members of the input; empty if it is no object.
  private var members: [JSONSchema.Member] {
    if case .json(let input) = input, case .object(let object) = input.shape { object.members } else { [] }
  }

  private func parameterList(_ names: inout SchemaNames) -> [JSONValue] {
    var list: [JSONValue] = []
    if isIdempotent {
      list.append([
        "name": "Idempotency-Key", "in": "header", "required": false,
        "description": "A key of the call, such as a UUID. A repeated call with the key gets the first one's answer.",
        "schema": ["type": "string", "minLength": 1, "maxLength": 255],
      ])
    }
    for parameter in parameters {
      let member = members.first { $0.key == parameter.member }
      var json: JSONObject = [
        "name": .string(parameter.name), "in": .string(parameter.place),
        "required": .bool(parameter.isRequired),
        "x-swiftlet-member": .string(parameter.member),
      ]
      json["schema"] = .object(parameter.schema(of: member?.schema ?? .string, &names))
      list.append(.object(json))
    }
    if placement == .query {
      for member in members where !parameters.contains(where: { $0.member == member.key }) {
        list.append([
          "name": .string(member.key), "in": "query", "required": .bool(member.isRequired),
          "schema": .object(names.json(JSONSchema(member.schema.shape))),
        ])
      }
    }
    return list
  }

  private func requestBody(_ names: inout SchemaNames) -> JSONObject? {
    guard placement == .body else { return nil }
    switch input {
    case .none: return nil
    case .unrecorded: return ["required": false, "content": ["*/*": [:]]]
    case .json(let input):
      let schema = JSONValue.object(names.json(bodySchema(input)))
      return ["required": .bool(isInputRequired), "content": ["application/json": ["schema": schema]]]
    }
  }

  /// The schema of the body: the input without the members that stand elsewhere.
  private func bodySchema(_ input: JSONSchema) -> JSONSchema {
    guard !parameters.isEmpty, case .object(var object) = input.shape else { return input }
    object.members.removeAll { member in parameters.contains { $0.member == member.key } }
    object.name += "Body"
    return JSONSchema(.object(object), isNullable: input.isNullable)
  }

  /// The reasons why types are unknown, or members of them, with their paths.
  var unrecorded: [String] {
    input.unknownReasons(at: "input") + successes.flatMap { $0.body.unknownReasons(at: "output") }
  }
}

extension FunctionSchema.Part {
  /// The reasons why the type is unknown, or members of it.
  fileprivate func unknownReasons(at path: String) -> [String] {
    switch self {
    case .none: []
    case .json(let schema): schema.unrecordedPlaces(at: path)
    case .unrecorded(let reason): [reason]
    }
  }
}

extension Operation.Success {
  fileprivate func json(_ names: inout SchemaNames) -> (String, JSONValue) {
    switch body {
    case .none: ("\(status)", ["description": .string(text)])
    case .json(let schema):
      (
        "\(status)",
        ["description": .string(text), "content": ["application/json": ["schema": .object(names.json(schema))]]]
      )
    case .unrecorded: ("default", ["description": "The function's own response, whose type is unknown."])
    }
  }
}

extension Parameter {
  /// The schema of the parameter's text.
  fileprivate func schema(of member: JSONSchema, _ names: inout SchemaNames) -> JSONObject {
    guard !prefix.isEmpty else { return names.json(JSONSchema(member.shape)) }
    let pattern =
      switch member.shape {
      case .string(.uuid): "[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"
      case .boolean: "(true|false)"
      default: ".*"
      }
    let escaped = prefix.replacing(".", with: "\\.")
    return ["type": "string", "pattern": .string("^\(escaped)\(pattern)$")]
  }
}
