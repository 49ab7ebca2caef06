import Edge
import FoundationEssentials

/// The place of a file in the storage: a bucket and a path in it.
struct ObjectKey: Hashable, Sendable {
  let bucket: String
  /// The path in the bucket, not encoded: `folder/cat.png`.
  let path: String

  var text: String { "\(bucket)/\(path)" }

  var segments: [Substring] { path.split(separator: "/", omittingEmptySubsequences: false) }

  /// The longest path in bytes, as of S3's keys.
  private static let maximumLength = 1024
  /// The most parts of a path, each of which becomes a folder.
  private static let maximumDepth = 32
  /// The longest part in bytes: the limit of Linux's file systems.
  private static let maximumSegment = 255

  /// Whether a file may be written here: characters that Supabase's storage accepts (`src/storage/limits.ts`), in parts
  /// that are names of files and do not begin with a dot.
  var isWritable: Bool {
    let segments = segments
    return path.utf8.count <= Self.maximumLength && segments.count <= Self.maximumDepth
      && path.utf8.allSatisfy { $0 == UInt8(ascii: "/") || Self.isAccepted($0) }
      && segments.allSatisfy { part in
        !part.isEmpty && part.utf8.count <= Self.maximumSegment && part.utf8.first != UInt8(ascii: ".")
      }
  }

  /// Whether a file may be read from here: parts that are names, without hidden ones.
  var isReadable: Bool {
    Self.isBucket(bucket) && segments.allSatisfy { !$0.isEmpty && $0.utf8.first != UInt8(ascii: ".") }
  }

  /// ``text``, percent-encoded for a URL; the bucket alone if the path is empty.
  var escaped: String {
    let text = path.isEmpty ? bucket : text
    // What a path may have besides (RFC 3986, section 3.3).
    return PercentEncoding.encode(text, keeping: "/!$&'()*+,=:@")
  }

  /// Whether a name may be a bucket's: 1 to 100 of the accepted characters, the first of them no dot.
  static func isBucket(_ name: String) -> Bool {
    (1...100).contains(name.utf8.count) && name.utf8.first != UInt8(ascii: ".") && name.utf8.allSatisfy(isAccepted)
  }

  /// The user whose folder the path is in: its first part, if that is a user's id in lower case, or in upper case as
  /// Swift writes it.
  var owner: UUID? { Self.owner(ofFolder: segments.count > 1 ? segments[0] : "") }

  /// The user whose folder has a name; nil if it belongs to no user.
  static func owner(ofFolder name: some StringProtocol) -> UUID? {
    guard let id = UUID(wire: String(name)), folders(of: id).contains(String(name)) else { return nil }
    return id
  }

  /// The names that a user's folder may have.
  static func folders(of user: UUID) -> [String] { [user.lowercased, user.uuidString] }

  private static let signs = Set("_!.*'() &$@=;:+,?-".utf8)

  private static func isAccepted(_ byte: UInt8) -> Bool {
    ASCII.isLetter(byte) || ASCII.isDigit(byte) || signs.contains(byte)
  }
}
