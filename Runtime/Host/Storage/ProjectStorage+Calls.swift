import Edge
import FoundationEssentials
import HTTPTypes
import NIOCore

extension ProjectStorage {
  func buckets() async throws -> [String] {
    var names: [String] = []
    // The server gives a page of a hundred unless it is asked for more.
    while true {
      let request = try request(.get, below: "bucket?limit=\(ObjectListing.maximum)&offset=\(names.count)")
      let page = try await answer(to: request, about: ObjectKey(bucket: "", path: "")).array ?? []
      let new = page.compactMap { $0["id"]?.string }.filter { !names.contains($0) }
      names += new
      guard page.count >= ObjectListing.maximum, !new.isEmpty else { return names }
    }
  }

  func list(bucket: String, folder: String, limit: Int, offset: Int) async throws -> [StoredEntry] {
    let body: JSONObject = [
      "prefix": .string(folder), "limit": .integer(Int64(min(max(1, limit), ObjectListing.maximum))),
      "offset": .integer(Int64(max(0, offset))), "sortBy": ["column": "name", "order": "asc"],
    ]
    let answer = try await call(.post, "list/", ObjectKey(bucket: bucket, path: ""), body)
    return (answer.array ?? []).compactMap { entry in
      guard let name = entry["name"]?.string else { return nil }
      let metadata = entry["metadata"]
      let isFile = entry["id"]?.string != nil
      return StoredEntry(
        name: name,
        file: isFile
          ? StoredEntry.File(
            contentType: metadata?["mimetype"]?.string ?? "application/octet-stream",
            size: metadata?["size"]?.integer ?? 0,
            updatedAt: entry["updated_at"]?.string.flatMap(WireDate.date) ?? .distantPast) : nil)
    }
  }

  func remove(bucket: String, paths: [String]) async throws -> [String] {
    var removed: [String] = []
    for page in ObjectListing.pages(of: paths) {
      let answer = try await call(
        .delete, "", ObjectKey(bucket: bucket, path: ""), ["prefixes": .array(page.map(JSONValue.string))])
      removed += (answer.array ?? []).compactMap { $0["name"]?.string }
    }
    return removed
  }

  /// Calls a route of `/storage/v1/object` with JSON.
  ///
  /// - Parameter route: what stands before the bucket, with a slash at its end: `sign/`.
  func call(
    _ method: HTTPRequest.Method, _ route: String, _ key: ObjectKey, _ body: JSONObject
  ) async throws -> JSONValue {
    var request = try request(method, route, key)
    request.headers[.contentType] = "application/json"
    request.body = ByteBuffer(bytes: body.json)
    return try await answer(to: request, about: key)
  }

  /// A request of the service role.
  ///
  /// - Throws: ``FunctionError`` without a service key.
  func request(_ method: HTTPRequest.Method, _ route: String, _ key: ObjectKey) throws -> HTTPClient.Request {
    try request(method, below: "object/\(route)\(key.escaped)")
  }

  /// A request of the service role to a path below `/storage/v1/`.
  private func request(_ method: HTTPRequest.Method, below path: String) throws -> HTTPClient.Request {
    guard let serviceKey else {
      throw FunctionError(
        status: .internalServerError, code: .server,
        message: "SUPABASE_SERVICE_ROLE_KEY is not set: the project's storage works for it alone")
    }
    return HTTPClient.Request(
      method: method, url: "\(project)/storage/v1/\(path)",
      headers: [.authorization: "Bearer \(serviceKey)", .apiKey: serviceKey])
  }

  /// The JSON of a successful answer.
  ///
  /// - Throws: ``FunctionError`` for a refusal, and if the server does not answer; the error of a streamed body.
  func answer(to request: HTTPClient.Request, about key: ObjectKey) async throws -> JSONValue {
    let answer: HTTPClient.Response
    do {
      answer = try await http.send(request)
    } catch let error as HTTPClientError {
      throw Self.away(error)
    }
    let bytes = [UInt8](buffer: answer.body)
    guard answer.status == .ok else { throw Self.refusal(answer.status, bytes, key) }
    guard let value = try? Wire.decode(JSONValue.self, from: bytes) else {
      throw FunctionError.notConnected("The project's storage answers without JSON")
    }
    return value
  }

  static func away(_ error: HTTPClientError) -> FunctionError {
    .notConnected("The project's storage does not answer: \(error.message)")
  }

  /// The error for a refusal of the storage server, whose body has the actual status. An answer without that comes from
  /// another server, such as a proxy.
  static func refusal(_ status: HTTPResponse.Status, _ body: [UInt8], _ key: ObjectKey) -> FunctionError {
    let answer = try? Wire.decode(JSONValue.self, from: body)
    guard let code = answer?["statusCode"].flatMap({ $0.integer ?? $0.string.flatMap { Int($0) } }) else {
      return .notConnected("The project's storage did not accept the call for \(key.text): status \(status.code)")
    }
    let message = answer?["message"]?.string ?? "status \(code)"
    return FunctionError(
      StorageRefusal(statusCode: code, error: answer?["error"]?.string ?? "", message: message), key)
  }
}
