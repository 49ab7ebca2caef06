public import FoundationEssentials

/// A file or a folder in a list.
public struct StoredEntry: Sendable, Hashable {
  /// The properties of a file, which a folder does not have.
  public struct File: Sendable, Hashable {
    /// The media type, such as `image/jpeg`.
    public let contentType: String
    /// The length in bytes.
    public let size: Int
    /// The instant of its last change.
    public let updatedAt: Date

    /// Creates a description of a file.
    public init(contentType: String, size: Int, updatedAt: Date) {
      self.contentType = contentType
      self.size = size
      self.updatedAt = updatedAt
    }
  }

  /// The name in its folder.
  public let name: String
  /// The file; nil for a folder.
  public let file: File?

  /// Creates an entry.
  public init(name: String, file: File?) {
    self.name = name
    self.file = file
  }
}
