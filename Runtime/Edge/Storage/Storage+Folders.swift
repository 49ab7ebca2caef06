extension Storage {
  private static var page: Int { 1000 }

  /// Removes all files of a folder, and those of the folders in it.
  ///
  /// - Parameters:
  ///   - bucket: the bucket.
  ///   - folder: the folder; one that does not exist has no files. An empty one is refused, since a missing name must
  ///     not remove a whole bucket: that is ``removeAll(bucket:)``.
  /// - Returns: the number of removed files.
  /// - Throws: ``FunctionError``, 400 `VALIDATION_ERROR` for an empty folder; `CancellationError` between two pages.
  ///   Files that were removed before stay removed.
  @discardableResult
  public func removeAll(bucket: String, folder: String) async throws -> Int {
    // A storage ignores slashes without a name between them.
    guard folder.contains(where: { $0 != "/" }) else {
      throw FunctionError.validation("The folder is empty: removeAll(bucket:) removes the files of a whole bucket")
    }
    return try await removeFiles(bucket: bucket, folder: folder)
  }

  /// Removes all files of a bucket. The bucket stays.
  ///
  /// - Returns: the number of removed files.
  /// - Throws: ``FunctionError``; `CancellationError` between two pages. Files that were removed before stay removed.
  @discardableResult
  public func removeAll(bucket: String) async throws -> Int { try await removeFiles(bucket: bucket, folder: "") }

  private func removeFiles(bucket: String, folder: String) async throws -> Int {
    let prefix = folder.isEmpty ? "" : "\(folder)/"
    var removed = 0
    while true {
      try Task.checkCancellation()
      let entries = try await list(bucket: bucket, folder: folder, limit: Self.page, offset: 0)
      var count = 0
      for entry in entries where entry.file == nil {
        count += try await removeFiles(bucket: bucket, folder: prefix + entry.name)
      }
      let files = entries.filter { $0.file != nil }.map { prefix + $0.name }
      if !files.isEmpty { count += try await remove(bucket: bucket, paths: files).count }
      removed += count
      // A folder may stay when its files are gone.
      guard entries.count == Self.page, count > 0 else { return removed }
    }
  }
}
