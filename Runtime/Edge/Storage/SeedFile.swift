/// A file that the seed of an application puts into the embedded storage.
public struct SeedFile: Sendable {
  /// The name of the bucket, such as `avatars`.
  public let bucket: String
  /// The path of the file in its bucket. Its ending decides the media type, such as `.png`.
  public let path: String
  /// The content of the file.
  public let bytes: [UInt8]

  /// Creates a file.
  public init(bucket: String, path: String, bytes: [UInt8]) {
    self.bucket = bucket
    self.path = path
    self.bytes = bytes
  }
}
