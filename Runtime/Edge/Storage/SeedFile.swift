/// A file that the seed of an application puts into the embedded storage.
public struct SeedFile: Sendable {
  /// The bucket.
  public let bucket: String
  /// The path in it.
  public let path: String
  /// The content.
  public let bytes: [UInt8]

  /// Creates a file.
  public init(bucket: String, path: String, bytes: [UInt8]) {
    self.bucket = bucket
    self.path = path
    self.bytes = bytes
  }
}
