import Edge
import FoundationEssentials

extension EmbeddedStorage {
  /// Stores a file chunk by chunk.
  ///
  /// The bytes go to a temporary file, which gets its final name once all of them are on the disk.
  ///
  /// - Parameter declared: the bytes of the body, as the client declares them.
  /// - Throws: ``StorageRefusal``; the error that ended the body.
  func store(
    _ key: ObjectKey, from source: UploadSource, declared: Int? = nil, replacing: Bool,
    for writer: StorageWriter = .functions
  ) async throws -> ObjectRecord {
    guard key.isWritable else { throw StorageRefusal.invalidKey(key.path) }
    let bucket = try await bucket(key.bucket)
    let limit = limit(of: bucket)
    guard declared ?? 0 <= limit + source.allowedOverhead else { throw StorageRefusal.tooLarge(limit: limit) }
    if !replacing, (try? await open(key)) != nil { throw StorageRefusal.exists }
    let upload = try await begin(
      of: writer.quotaHolder, adding: min(declared ?? 0, limit), at: replacing ? key : nil)
    // Before the answer is sent: the client's next upload may need the room.
    defer { upload?.end() }
    let file = try await writing.attempt { [configuration] () throws(StorageRefusal) in
      try UploadFile(below: configuration.makeRoot())
    }
    do {
      return try await fill(
        file, upload, as: key, in: bucket, from: source, limit: limit, replacing: replacing, for: writer)
    } catch {
      file.removeName()
      throw error
    }
  }

  /// Writes a body to a file, and gives the file its name.
  private func fill(
    _ file: UploadFile, _ upload: UploadsInHand.Upload?, as key: ObjectKey, in bucket: Bucket,
    from source: UploadSource, limit: Int, replacing: Bool, for writer: StorageWriter
  ) async throws -> ObjectRecord {
    var source = source
    var (size, start) = (0, [UInt8]())
    while let chunk = try await source.next() {
      if start.count < MediaType.signatureLength {
        start += chunk.readableBytesView.prefix(MediaType.signatureLength - start.count)
        if start.count == MediaType.signatureLength {
          _ = try MediaType.stored(start, declared: source.contentType, allowed: bucket.types)
        }
      }
      guard size + chunk.readableBytes <= limit else { throw StorageRefusal.tooLarge(limit: limit) }
      guard upload?.grow(to: size + chunk.readableBytes) ?? true else { throw overQuota }
      try await writing.attempt { [size] () throws(StorageRefusal) in try file.write(chunk, at: size) }
      size += chunk.readableBytes
    }
    let metadata = FileMetadata(
      contentType: try MediaType.stored(start, declared: source.contentType, allowed: bucket.types),
      maxAge: source.maxAge, createdAt: clock.now, custom: source.metadata)
    return try await writing.attempt { [self, size] () throws(StorageRefusal) in
      try publish(file, metadata, of: size, as: key, replacing: replacing, for: writer)
    }
  }

  /// Gives an uploaded file its name. The call blocks, and runs on ``writing`` alone, so that no other one changes the
  /// folders meanwhile.
  private func publish(
    _ file: UploadFile, _ metadata: FileMetadata, of size: Int, as key: ObjectKey, replacing: Bool,
    for writer: StorageWriter
  ) throws(StorageRefusal) -> ObjectRecord {
    try writer.checkSession()
    let root = try configuration.makeRoot()
    try checkQuota(of: writer.quotaHolder, below: root, adding: size, at: replacing ? key : nil)
    let old = replacing ? try? StoredFile(key.text, below: configuration.folder) : nil
    var metadata = metadata
    metadata.createdAt = old?.createdAt ?? metadata.createdAt
    try file.finish(metadata)
    guard let name = key.segments.last else { throw .invalidKey(key.path) }
    let folder = try root.makeFolder([key.bucket[...]] + key.segments.dropLast())
    try file.publish(as: name, in: folder, replacing: replacing)
    return ObjectRecord(key, try StoredFile(name, in: folder))
  }

  func limit(of bucket: Bucket) -> Int { min(bucket.fileSize ?? .max, configuration.fileSize) }

  /// Checks that a user's files stay within the quota with one more, which may replace another. The call blocks, and
  /// runs on ``writing`` alone.
  func checkQuota(
    of user: UUID?, below root: StorageFolder, adding size: Int, at replaced: ObjectKey?
  ) throws(StorageRefusal) {
    guard let user else { return }
    let used = try usage(of: user, below: root, without: replaced)
    guard used + max(StorageConfiguration.leastFile, size) <= configuration.userQuota else { throw overQuota }
  }

  /// Begins an upload, if the user's files stay within the quota with it and with the user's other uploads.
  ///
  /// The files are counted beside the uploads of others. So the count may be too low, and
  /// ``checkQuota(of:below:adding:at:)`` decides when the file gets its name.
  ///
  /// - Returns: nil without a user.
  private func begin(
    of user: UUID?, adding size: Int, at replaced: ObjectKey?
  ) async throws(StorageRefusal) -> UploadsInHand.Upload? {
    guard let user else { return nil }
    let used = try await counting.attempt { [self] () throws(StorageRefusal) in
      try usage(of: user, below: configuration.makeRoot(), without: replaced)
    }
    let room = configuration.userQuota - used
    guard let upload = uploads.begin(max(StorageConfiguration.leastFile, size), of: user, room: room) else {
      throw overQuota
    }
    return upload
  }

  /// The bytes of a user's files. The count ends above the quota.
  private func usage(
    of user: UUID, below root: StorageFolder, without replaced: ObjectKey?
  ) throws(StorageRefusal) -> Int {
    let least = StorageConfiguration.leastFile
    let quota = configuration.userQuota
    let old = replaced.flatMap { try? StoredFile($0.text, below: configuration.folder) }
    var used = old.map { -max(least, $0.version.size) } ?? 0
    for bucket in try root.entries() where bucket.kind == .folder {
      for name in ObjectKey.folders(of: user) {
        guard used <= quota, let folder = try? root.folder([bucket.name[...], name[...]]) else { continue }
        used += folder.usage(least: least, limit: quota - used)
      }
    }
    return used
  }

  private var overQuota: StorageRefusal {
    StorageRefusal(
      statusCode: 413, error: "Payload too large",
      message: """
        The user's files would exceed the quota of \(configuration.userQuota) bytes; each file and each folder counts as \
        at least \(StorageConfiguration.leastFile)
        """)
  }
}
