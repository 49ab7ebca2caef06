/// Private files, which signed URLs make readable.
public protocol Storage: Sendable {
  /// Returns a URL at which a file can be read for a limited time.
  ///
  /// - Parameters:
  ///   - bucket: the bucket, such as `avatars`.
  ///   - path: the file's path in it.
  ///   - seconds: the least time for which the URL is valid.
  /// - Throws: ``FunctionError`` if the storage server does not answer or refuses.
  func signedURL(bucket: String, path: String, expiresIn seconds: Int) async throws -> String
}
