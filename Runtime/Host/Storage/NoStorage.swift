import Edge

/// The storage of a host that has none.
struct NoStorage: Storage {
  func signedURL(bucket: String, path: String, expiresIn seconds: Int) async throws -> String {
    throw FunctionError.notConnected("There is no storage")
  }
}
