/// How a file is stored.
public struct PutOptions: Sendable, Hashable {
  /// The media type. The embedded storage reads the type of pictures from their bytes, whatever this says.
  public var contentType: String
  /// Whether a file at the path is replaced; otherwise storing throws `CONFLICT`.
  public var replaces: Bool
  /// The seconds for which clients may use the file without asking again.
  public var maxAge: Int

  /// Creates options.
  public init(contentType: String, replaces: Bool = false, maxAge: Int = 3600) {
    self.contentType = contentType
    self.replaces = replaces
    self.maxAge = maxAge
  }
}
