import Host

/// A reader of the tables `[storage.buckets.<name>]` in `config.toml`.
struct BucketTables {
  let reader: TablesReader

  func buckets() throws(Failure) -> [String: StorageConfiguration.Bucket] {
    var buckets: [String: StorageConfiguration.Bucket] = [:]
    try reader.readEach(of: "storage.buckets", keys: KnownKeys.bucket, check: checkName) { section throws(Failure) in
      var bucket = StorageConfiguration.Bucket()
      if let isPublic = try section.read("public", .flag) { bucket.isPublic = isPublic }
      bucket.fileSize = try section.read("file_size_limit", .bytes(1...(64 << 30)))
      if let types = try section.read("allowed_mime_types", .mediaTypes) { bucket.types = types }
      buckets[section.member] = bucket
    }
    return buckets
  }

  private func checkName(_ name: String) throws(Failure) {
    guard !StorageConfiguration.isBucket(name) else { return }
    throw Failure(
      .configuration,
      "\(reader.file.name) [storage.buckets.\(name)]: a bucket has 1 to 100 letters, digits and signs such as - and _, no dot first"
    )
  }
}
