extension Storage {
  /// Stores the files of a seed that are missing. Files that are there stay as they are.
  ///
  /// - Throws: ``FunctionError``.
  public func add(_ files: [SeedFile]) async throws {
    for file in files {
      let options = PutOptions(contentType: FileEnding.mediaType(of: file.path))
      do {
        try await put(RequestBody(file.bytes), bucket: file.bucket, path: file.path, options: options)
      } catch let error as FunctionError where error.code == .conflict {
        // The file is there.
      }
    }
  }
}
