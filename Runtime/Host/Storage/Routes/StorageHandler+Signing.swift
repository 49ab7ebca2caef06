import Edge

extension StorageHandler {
  func sign(_ key: ObjectKey, _ caller: StorageAccess, _ body: JSONValue) async throws -> Response {
    let seconds = try Self.validity(body)
    let bucket = try await storage.bucket(key.bucket)
    guard caller.mayRead(key, isPublic: bucket.isPublic) else { throw StorageRefusal.notFound }
    // A thrown error of this call crashes the optimiser of Swift 6.3.1 here; a result does not.
    _ = try await storage.opened(key).get()
    return Self.json(["signedURL": .string(url(of: key, seconds))])
  }

  /// Signs several files. One that the caller cannot read has an error in the list.
  func signMany(_ bucket: String, _ caller: StorageAccess, _ body: JSONValue) async throws -> Response {
    let seconds = try Self.validity(body)
    let settings = try await storage.bucket(bucket)
    var answers: [JSONValue] = []
    for path in try Self.paths(body["paths"], "paths") {
      let key = ObjectKey(bucket: bucket, path: path)
      let isReadable = caller.mayRead(key, isPublic: settings.isPublic)
      let isThere = isReadable ? (try? await storage.open(key)) != nil : false
      answers.append([
        "error": isThere ? .null : "Either the object does not exist or you do not have access to it",
        "path": .string(path), "signedURL": isThere ? .string(url(of: key, seconds)) : .null,
      ])
    }
    return Self.json(.array(answers))
  }

  /// The URL below `/storage/v1`, not encoded, as Supabase's storage server returns it: its clients encode it.
  private func url(of key: ObjectKey, _ seconds: Int) -> String {
    "/object/sign/\(key.text)?token=\(storage.signer.token(for: key, seconds: seconds))"
  }

  private static func validity(_ body: JSONValue) throws(StorageRefusal) -> Int {
    guard let seconds = try ObjectListing.number(body["expiresIn"], "expiresIn", from: 1) else {
      throw .invalid("body must have expiresIn, in seconds")
    }
    return seconds
  }
}
