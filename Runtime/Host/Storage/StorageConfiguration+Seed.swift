public import Edge
import FoundationEssentials

extension StorageConfiguration {
  /// Writes files into the embedded storage. Files that are there stay as they are.
  ///
  /// - Throws: ``SeedFileError`` that names the file and the reason.
  public func add(_ files: [SeedFile]) async throws(SeedFileError) {
    guard !files.isEmpty else { return }
    try await FileQueue(label: "swiftlet.seed").attempt { [self] () throws(SeedFileError) in
      for file in files { try add(file) }
    }
  }

  /// Makes the buckets that the embedded storage lacks.
  ///
  /// - Throws: ``SeedFileError`` that names the bucket and the reason.
  public func add(buckets: [String]) async throws(SeedFileError) {
    guard !buckets.isEmpty else { return }
    try await FileQueue(label: "swiftlet.seed").attempt { [self] () throws(SeedFileError) in
      for bucket in buckets { try add(bucket: bucket) }
    }
  }

  private func add(bucket: String) throws(SeedFileError) {
    do throws(StorageRefusal) {
      let key = ObjectKey(bucket: bucket, path: "file")
      guard key.isReadable, key.isWritable else { throw .invalidKey(bucket) }
      _ = try makeRoot().makeFolder([key.bucket[...]])
    } catch {
      throw SeedFileError(description: "\(bucket): \(error.message)")
    }
  }

  private func add(_ file: SeedFile) throws(SeedFileError) {
    let key = ObjectKey(bucket: file.bucket, path: file.path)
    do throws(StorageRefusal) {
      guard key.isReadable, key.isWritable, let name = key.segments.last else { throw .invalidKey(key.text) }
      if (try? StoredFile(key.text, below: folder)) != nil { return }
      let root = try makeRoot()
      let upload = try UploadFile(below: root)
      try upload.write(ByteBuffer(bytes: file.bytes), at: 0)
      try upload.finish(
        FileMetadata(contentType: FileEnding.mediaType(of: file.path), maxAge: nil, createdAt: Date(), custom: nil))
      let parent = try root.makeFolder([key.bucket[...]] + key.segments.dropLast())
      try upload.publish(as: name, in: parent, replacing: false)
    } catch .exists {
      // Another process has written it meanwhile.
    } catch {
      throw SeedFileError(description: "\(key.text): \(error.message)")
    }
  }

  /// Opens the folder of all buckets, which is made if it is missing. The call blocks.
  func makeRoot() throws(StorageRefusal) -> StorageFolder {
    do throws(StorageRefusal) {
      return try StorageFolder(at: folder)
    } catch .notFound {
      do {
        try FileManager.default.createDirectory(
          atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      } catch {
        throw .failed
      }
      return try StorageFolder(at: folder)
    }
  }
}
