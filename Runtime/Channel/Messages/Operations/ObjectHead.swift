/// A file of the storage without its bytes.
package struct ObjectHead: Sendable, Hashable {
  /// The media type.
  package var contentType: String
  /// The length in bytes; nil if the storage does not say.
  package var size: Int?

  /// Describes a file.
  package init(contentType: String, size: Int?) {
    self.contentType = contentType
    self.size = size
  }
}
