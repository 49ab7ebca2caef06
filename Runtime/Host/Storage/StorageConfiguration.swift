/// The settings of the embedded storage.
public struct StorageConfiguration: Sendable, Hashable {
  /// The settings of one bucket.
  public struct Bucket: Sendable, Hashable {
    /// Whether its files are readable without a token.
    public var isPublic = false
    /// The largest file in bytes; nil for ``StorageConfiguration/fileSize``.
    public var fileSize: Int?
    /// The media types that it takes: `image/png`, or `image/*`.
    public var types = ["image/*"]

    /// A private bucket of images.
    public init() {}
  }

  /// The folder of the buckets: `<folder>/<bucket>/<path>`.
  public var folder = "storage"
  /// The largest uploaded file in bytes.
  public var fileSize = 50 << 20
  /// The bytes that one user's files may take. A file and a folder count as at least ``leastFile``.
  public var userQuota = 1 << 30
  /// The configured buckets by name. A folder that is not configured is a bucket with the defaults.
  public var buckets: [String: Bucket] = [:]

  /// The least bytes as which a file or a folder counts, which bounds their number.
  static let leastFile = 64 << 10

  /// The defaults.
  public init() {}

  /// Whether a name may be a bucket's: 1 to 100 letters, digits and signs of S3's keys, the first of them no dot.
  public static func isBucket(_ name: String) -> Bool { ObjectKey.isBucket(name) }

  /// Whether a text is a media type or a pattern such as `image/*`, and no type of documents with scripts, which are
  /// never stored.
  public static func isMediaType(_ type: String) -> Bool {
    type == "*/*" || MediaType.isName(type.replacing("/*", with: "/any")) && !MediaType.isActive(type)
  }
}
