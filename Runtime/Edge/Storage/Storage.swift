/// Files in buckets: a project's storage server, or the embedded host's folder.
///
/// A function has the rights of the service role: it checks itself what its caller may do.
///
/// ```swift
/// // In lower case, as the policies of a project's storage compare it.
/// let path = "\(context.userID.uuidString.lowercased())/1.jpg"
/// try await context.storage.put(request.body, bucket: "photos", path: path, contentType: "image/jpeg")
/// let url = try await context.storage.signedURL(bucket: "photos", path: path, expiresIn: 3600)
/// ```
///
/// All calls throw ``FunctionError``, which is answered as it is: 400 `VALIDATION_ERROR` for a path or a media type
/// that the bucket does not take, 404 ``FunctionError/Code/bucketNotFound`` or ``FunctionError/Code/objectNotFound``,
/// 409 `CONFLICT` for a path that is taken, 413 `PAYLOAD_TOO_LARGE`, and 503 `NOT_CONNECTED` if the storage does not
/// answer. An error of a streamed body is thrown as it is.
public protocol Storage: Sendable {
  /// Returns a URL at which a file can be read for a limited time, without a token.
  ///
  /// A project's URL is valid for up to twice the time of the longest request, and is returned again while it is valid
  /// for long enough. The embedded storage signs a URL whether or not the file exists.
  ///
  /// - Parameters:
  ///   - bucket: the bucket, such as `avatars`.
  ///   - path: the file's path in it.
  ///   - seconds: the least time in seconds for which the URL is valid, clamped to a second to 100 years.
  /// - Throws: ``FunctionError`` if the project's storage server does not answer or refuses. The embedded storage
  ///   throws nothing.
  func signedURL(bucket: String, path: String, expiresIn seconds: Int) async throws -> String

  /// Stores a file. Readers see the old file or the whole new one, and nothing of an upload that fails.
  ///
  /// - Parameters:
  ///   - body: the file's bytes; they are stored chunk by chunk as they come. A request's body can be passed on as it
  ///     is.
  ///   - bucket: the bucket.
  ///   - path: the file's path in it: letters, digits, and the signs of S3's keys.
  ///   - options: the media type, how long clients keep the file, and whether it replaces another one.
  /// - Throws: ``FunctionError``; the error that ended the body.
  func put(_ body: RequestBody, bucket: String, path: String, options: PutOptions) async throws

  /// Reads a file. Its bytes come as they are read.
  ///
  /// - Throws: ``FunctionError``, such as 404 ``FunctionError/Code/objectNotFound``.
  func get(bucket: String, path: String) async throws -> StoredObject

  /// Lists the names of all buckets.
  ///
  /// - Throws: ``FunctionError``.
  func buckets() async throws -> [String]

  /// Lists the files and folders of one folder, by name.
  ///
  /// - Parameters:
  ///   - bucket: the bucket.
  ///   - folder: the folder; empty for the bucket itself.
  ///   - limit: the most entries, clamped to 1 to 1000.
  ///   - offset: the number of entries to pass over; less than 0 counts as 0.
  /// - Returns: the entries; none for a folder that does not exist.
  /// - Throws: ``FunctionError``.
  func list(bucket: String, folder: String, limit: Int, offset: Int) async throws -> [StoredEntry]

  /// Removes files. Paths without a file are passed over.
  ///
  /// - Returns: the paths of the removed files.
  /// - Throws: ``FunctionError``. Files may have been removed by then: they go a thousand at a time.
  @discardableResult func remove(bucket: String, paths: [String]) async throws -> [String]
}

extension Storage {
  /// Stores a file of a media type.
  ///
  /// - Throws: as ``put(_:bucket:path:options:)``.
  public func put(_ body: RequestBody, bucket: String, path: String, contentType: String) async throws {
    try await put(body, bucket: bucket, path: path, options: PutOptions(contentType: contentType))
  }

  /// Lists the first hundred files and folders of one folder, by name.
  ///
  /// - Throws: as ``list(bucket:folder:limit:offset:)``.
  public func list(bucket: String, folder: String = "") async throws -> [StoredEntry] {
    try await list(bucket: bucket, folder: folder, limit: 100, offset: 0)
  }
}

extension FunctionError.Code {
  /// The storage has no file at a path: 404.
  public static let objectNotFound: Self = "OBJECT_NOT_FOUND"
  /// The storage has no bucket of a name: 404.
  public static let bucketNotFound: Self = "BUCKET_NOT_FOUND"
}
