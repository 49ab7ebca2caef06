import Edge
import FoundationEssentials
import NIOCore

extension EmbeddedStorage {
  /// Renames a file together with its metadata.
  ///
  /// The rename is one step of ``writing``: of two moves of one file the second one finds no file, and an upload comes
  /// before it or after it. In another bucket that bucket's rules apply, and the sender's quota counts if the file
  /// changes its owner. With the same place the file stays; without `replacing` the move is refused.
  ///
  /// - Throws: ``StorageRefusal``.
  func move(
    _ source: ObjectKey, to destination: ObjectKey, replacing: Bool, for writer: StorageWriter
  ) async throws {
    guard source.isReadable else { throw StorageRefusal.notFound }
    guard destination.isWritable else { throw StorageRefusal.invalidKey(destination.path) }
    let bucket = try await bucket(destination.bucket)
    try await writing.attempt { [self] () throws(StorageRefusal) in
      try writer.checkSession()
      try rename(source, to: destination, in: bucket, replacing: replacing, for: writer.quotaHolder)
    }
  }

  /// Checks a file, and gives it another name. The call blocks, and runs on ``writing`` alone.
  private func rename(
    _ source: ObjectKey, to destination: ObjectKey, in bucket: Bucket, replacing: Bool, for user: UUID?
  ) throws(StorageRefusal) {
    let root = try StorageFolder(at: configuration.folder)
    let parts = [source.bucket[...]] + source.segments.dropLast()
    let newParts = [destination.bucket[...]] + destination.segments.dropLast()
    guard let name = source.segments.last, let newName = destination.segments.last else { throw .notFound }
    let folder = try root.folder(parts)
    let file = try StoredFile(name, in: folder)
    guard source != destination else {
      guard replacing else { throw .exists }
      return
    }
    if source.bucket != destination.bucket { try check(file, for: bucket) }
    if source.owner != destination.owner {
      try checkQuota(of: user, below: root, adding: file.version.size, at: replacing ? destination : nil)
    }
    if file.metadata == nil, FileEnding.mediaType(of: destination.path) != file.contentType {
      // The file was not uploaded, and its type may come from its old name. The attribute keeps that type.
      try file.write(
        FileMetadata(contentType: file.contentType, maxAge: nil, createdAt: file.createdAt, custom: nil))
    }
    let newFolder = try root.makeFolder(newParts)
    try folder.rename(name, to: newName, in: newFolder, replacing: replacing)
    try newFolder.synchronise()
    guard parts != newParts else { return }
    try folder.synchronise()
    try? root.folder(parts.prefix(1)).removeEmpty(parts.dropFirst())
  }

  /// Checks that a bucket takes a file of another one.
  private func check(_ file: StoredFile, for bucket: Bucket) throws(StorageRefusal) {
    let limit = limit(of: bucket)
    guard file.version.size <= limit else { throw .tooLarge(limit: limit) }
    guard let start = file.read(at: 0, upTo: MediaType.signatureLength) else { throw .failed }
    _ = try MediaType.stored(start.readableBytesView, declared: file.contentType, allowed: bucket.types)
  }
}
