/// A file of the storage, while it is read.
public struct StoredObject: Sendable {
  /// The media type, such as `image/jpeg`.
  public let contentType: String
  /// The length in bytes; nil if the storage does not say.
  public let size: Int?
  /// The bytes, chunk by chunk. They can be read once; `collect(upTo:)` reads all of them.
  public let body: RequestBody

  /// Creates a description of a file.
  public init(contentType: String, size: Int?, body: RequestBody) {
    self.contentType = contentType
    self.size = size
    self.body = body
  }
}
