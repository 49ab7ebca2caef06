/// The media type of a stored file, how long clients keep it, and whether it may replace another one.
public struct PutOptions: Sendable, Hashable {
  /// The media type. The embedded storage reads the type of pictures from their bytes, whatever this says.
  public var contentType: String
  /// Whether a file at the path is replaced; otherwise storing throws `CONFLICT`.
  public var replaces: Bool
  /// The seconds for which clients may use the file without asking again: the value of `max-age` in the field
  /// `Cache-Control` of its responses, clamped to 0 to a year (31,536,000). With 0 they ask each time.
  public var maxAge: Int { didSet { maxAge = Self.clamped(maxAge) } }

  /// Creates options.
  public init(contentType: String, replaces: Bool = false, maxAge: Int = 3600) {
    self.contentType = contentType
    self.replaces = replaces
    self.maxAge = Self.clamped(maxAge)
  }

  private static func clamped(_ seconds: Int) -> Int { min(max(0, seconds), 31_536_000) }
}
