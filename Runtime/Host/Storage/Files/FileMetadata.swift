import CLoop
import Edge
import FoundationEssentials
import Glibc

/// The properties of an uploaded file beside its bytes. They are an extended attribute of the file (xattr(7)), so that
/// they come and go with it.
///
/// A file that was put into the folder by hand has none. Nor has a file on a file system without extended attributes.
struct FileMetadata: Codable, Sendable, Hashable {
  /// The media type, which counts for bytes without a signature.
  var contentType: String
  /// The seconds for which clients may cache the file; nil if it has to be revalidated.
  var maxAge: Int?
  /// The first upload of the file.
  var createdAt: Date
  /// The client's own metadata.
  var custom: JSONObject?

  /// The most bytes of the attribute. ext4 has a block of 4 KiB for all attributes of a file and their headers.
  static let maximumSize = 3 << 10

  private static let name = "user.swiftlet.object"
}

extension FileMetadata {
  /// Reads an open file's metadata.
  init?(of descriptor: CInt) {
    var bytes = [UInt8](repeating: 0, count: Self.maximumSize)
    let count = unsafe bytes.withUnsafeMutableBytes {
      unsafe fgetxattr(descriptor, Self.name, $0.baseAddress, $0.count)
    }
    guard count > 0, let metadata = try? Wire.decode(Self.self, from: Array(bytes[..<count])) else { return nil }
    self = metadata
  }

  /// Writes the metadata to an open file.
  ///
  /// - Throws: ``StorageRefusal`` 400 if it is too large.
  func write(to descriptor: CInt) throws(StorageRefusal) {
    guard let bytes = try? Wire.encode(self), bytes.count <= Self.maximumSize else {
      throw .invalid("The metadata exceeds \(Self.maximumSize) bytes")
    }
    let result = unsafe bytes.withUnsafeBytes { unsafe fsetxattr(descriptor, Self.name, $0.baseAddress, $0.count, 0) }
    guard result == 0 || errno == ENOTSUP else { throw StorageRefusal(writeFailedWith: errno) }
  }
}
