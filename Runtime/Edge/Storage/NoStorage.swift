/// The storage of a host that has none: every call throws `NOT_CONNECTED`.
package struct NoStorage: Storage {
  private static let error = FunctionError.notConnected("There is no storage")

  package init() {}

  package func signedURL(bucket: String, path: String, expiresIn seconds: Int) async throws -> String {
    throw Self.error
  }

  package func put(_ body: RequestBody, bucket: String, path: String, options: PutOptions) async throws {
    throw Self.error
  }

  package func get(bucket: String, path: String) async throws -> StoredObject { throw Self.error }

  package func buckets() async throws -> [String] { throw Self.error }

  package func list(bucket: String, folder: String, limit: Int, offset: Int) async throws -> [StoredEntry] {
    throw Self.error
  }

  package func remove(bucket: String, paths: [String]) async throws -> [String] { throw Self.error }
}
