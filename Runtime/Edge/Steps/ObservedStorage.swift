/// A storage whose uses are recorded as steps of a run. The step of a file that is read ends with its head.
struct ObservedStorage: Storage {
  let base: any Storage
  let run: Invocation

  func signedURL(bucket: String, path: String, expiresIn seconds: Int) async throws -> String {
    try await run.step(.file, "sign \(bucket)") {
      try await base.signedURL(bucket: bucket, path: path, expiresIn: seconds)
    }
  }

  func put(_ body: RequestBody, bucket: String, path: String, options: PutOptions) async throws {
    try await run.step(.file, "put \(bucket)") {
      try await base.put(body, bucket: bucket, path: path, options: options)
    }
  }

  func get(bucket: String, path: String) async throws -> StoredObject {
    try await run.step(.file, "get \(bucket)") { try await base.get(bucket: bucket, path: path) }
  }

  func buckets() async throws -> [String] {
    try await run.step(.file, "list") { try await base.buckets() }
  }

  func list(bucket: String, folder: String, limit: Int, offset: Int) async throws -> [StoredEntry] {
    try await run.step(.file, "list \(bucket)") {
      try await base.list(bucket: bucket, folder: folder, limit: limit, offset: offset)
    }
  }

  func remove(bucket: String, paths: [String]) async throws -> [String] {
    try await run.step(.file, "remove \(bucket)") { try await base.remove(bucket: bucket, paths: paths) }
  }
}
