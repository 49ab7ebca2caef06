extension Storage {
  /// Stores the files of a seed that are missing. Files that are there stay as they are.
  ///
  /// - Throws: ``FunctionError``.
  public func add(_ files: [SeedFile]) async throws {
    for file in files {
      let options = PutOptions(contentType: file.contentType)
      do {
        try await put(RequestBody(file.bytes), bucket: file.bucket, path: file.path, options: options)
      } catch let error as FunctionError where error.code == .conflict {
        // The file is there.
      }
    }
  }
}

extension SeedFile {
  /// The media type by the ending of the path.
  fileprivate var contentType: String {
    switch path.split(separator: ".").last?.lowercased() {
    case "png": "image/png"
    case "jpg", "jpeg": "image/jpeg"
    case "webp": "image/webp"
    case "svg": "image/svg+xml"
    case "json": "application/json"
    default: "application/octet-stream"
    }
  }
}
