import CDispatch  // The compiler may take `struct stat` for a part of this module.
import Edge
import FoundationEssentials
import Glibc
import NIOCore

/// A regular file below the storage folder, open for reading until it is released. Its calls block.
final class StoredFile: Sendable {
  /// The file's length in bytes, and its time of modification, when it was opened.
  let version: FileVersion
  /// The metadata of its upload; nil for a file that was not uploaded.
  let metadata: FileMetadata?
  /// The media type: by its first bytes, else as it was uploaded, else by its name.
  let contentType: String
  private let descriptor: CInt

  /// Opens a file by its path below a folder.
  ///
  /// - Throws: ``StorageRefusal`` 404 if the file does not exist, is not readable, or is a folder, a link, a pipe, a
  ///   socket or a device; 503 if the process has no descriptors or memory left; 500 if the file system fails.
  convenience init(_ path: String, below folder: String) throws(StorageRefusal) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard let name = parts.last else { throw .notFound }
    try self.init(name, in: StorageFolder(at: folder).folder(parts.dropLast()))
  }

  init(_ name: some StringProtocol, in folder: StorageFolder) throws(StorageRefusal) {
    descriptor = try folder.open(name)
    var status = stat()
    let isKnown = unsafe fstat(descriptor, &status) == 0
    version = FileVersion(
      size: Int(status.st_size), seconds: Int(status.st_mtim.tv_sec), nanoseconds: Int(status.st_mtim.tv_nsec))
    let isRegular = isKnown && status.st_mode & S_IFMT == S_IFREG
    metadata = isRegular ? FileMetadata(of: descriptor) : nil
    let start = isRegular ? Self.read(descriptor, at: 0, upTo: MediaType.signatureLength) : nil
    contentType =
      start.flatMap { MediaType.recognised($0.readableBytesView) } ?? metadata?.contentType
      ?? FileEnding.mediaType(of: String(name))
    guard isRegular else { throw .notFound }
  }

  deinit { close(descriptor) }

  /// The instant of the first upload, else of the last change.
  var createdAt: Date { metadata?.createdAt ?? version.date }

  /// Writes metadata to the file. The bytes and the time of modification stay.
  func write(_ metadata: FileMetadata) throws(StorageRefusal) { try metadata.write(to: descriptor) }

  /// Reads up to `count` bytes; none at the file's end; nil if the file cannot be read.
  func read(at offset: Int, upTo count: Int) -> ByteBuffer? { Self.read(descriptor, at: offset, upTo: count) }

  private static func read(_ descriptor: CInt, at offset: Int, upTo count: Int) -> ByteBuffer? {
    var piece = ByteBuffer()
    while true {
      var failure: CInt = 0
      unsafe piece.writeWithUnsafeMutableBytes(minimumWritableBytes: count) { room in
        let read = unsafe pread(descriptor, room.baseAddress, count, off_t(offset))
        if read < 0 { failure = errno }
        return max(0, read)
      }
      if failure == 0 { return piece }
      guard failure == EINTR else { return nil }
    }
  }
}
