import Host

/// A reader of the tables `[storage.buckets.<name>]` in `config.toml`.
struct BucketTables {
  let file: ConfigurationFile
  private(set) var warnings: [String] = []
  private(set) var entries: [ConfigurationEntry] = []

  init(file: ConfigurationFile) { self.file = file }

  /// The buckets of `[storage.buckets.*]`, by name.
  mutating func buckets() throws(Failure) -> [String: StorageConfiguration.Bucket] {
    guard let node = try file.table("storage")["buckets"] else { return [:] }
    guard let tables = node.table else { throw file.refusal("[storage.buckets]", node, expected: "a table") }
    var buckets: [String: StorageConfiguration.Bucket] = [:]
    let file = file
    try file.readEach(of: tables) { (name, node) throws(Failure) in
      guard StorageConfiguration.isBucket(name) else {
        throw Failure(
          .configuration,
          "\(file.name) [storage.buckets.\(name)]: a bucket has 1 to 100 letters, digits and signs such as - and _, no dot first"
        )
      }
      var section = try ConfigurationSection(file, "storage.buckets", name, node)
      warnings += KnownKeys.warnings(
        for: section.table, section: section.name, known: KnownKeys.bucket, file: file.name)
      var bucket = StorageConfiguration.Bucket()
      if let isPublic = try section.read("public", .flag) { bucket.isPublic = isPublic }
      bucket.fileSize = try section.read("file_size_limit", .bytes(1...(64 << 30)))
      if let types = try section.read("allowed_mime_types", .mediaTypes) { bucket.types = types }
      entries += section.entries
      buckets[name] = bucket
    }
    return buckets
  }
}
