import Wire

extension JSONObject {
  /// An operation with the parameters and responses of another one too. Its query parameters are all optional.
  func merged(with other: JSONObject) -> JSONObject {
    var merged = self
    let own = self["parameters"]?.array ?? []
    let more = (other["parameters"]?.array ?? []).filter { new in
      !own.contains { $0["name"] == new["name"] && $0["in"] == new["in"] }
    }
    let parameters = (own + more).map { parameter in
      guard var parameter = parameter.object, parameter["in"] == "query" else { return parameter }
      parameter["required"] = false
      return .object(parameter)
    }
    if !parameters.isEmpty { merged["parameters"] = .array(parameters) }
    var responses = self["responses"]?.object ?? [:]
    for (status, response) in other["responses"]?.object ?? [:] where responses[status] != response {
      // One of the two may be a reference, which has no members to merge.
      let earlier = responses[status].flatMap { HostResponses.resolved($0).object }
      responses[status] = earlier.map { .object($0.mergedResponse(with: HostResponses.resolved(response))) } ?? response
    }
    merged["responses"] = .object(responses)
    return merged
  }

  /// A response with the codes and the schema of another one too.
  private func mergedResponse(with other: JSONValue) -> JSONObject {
    var merged = self
    if let codes = self["x-swiftlet-codes"]?.array, let more = other["x-swiftlet-codes"]?.array {
      merged["x-swiftlet-codes"] = .array(codes + more.filter { !codes.contains($0) })
    }
    if let text = self["description"]?.string, let more = other["description"]?.string {
      let lines = text.split(separator: "\n")
      let added = more.split(separator: "\n").filter { !lines.contains($0) }
      merged["description"] = .string((lines + added).joined(separator: "\n"))
    }
    let json = "application/json"
    if let schema = self["content"]?[json]?["schema"], let more = other["content"]?[json]?["schema"], schema != more {
      merged["content"] = [json: ["schema": ["anyOf": [schema, more]]]]
    }
    return merged
  }
}
