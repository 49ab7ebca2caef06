import Edge
import Workers

/// A reader of the tables `[bundles.<name>]` in `config.toml`.
struct BundleTables {
  let reader: TablesReader

  /// The executables of `[bundles.*]`, in the order of their names.
  func files() throws(Failure) -> [BundleFile] {
    var files: [BundleFile] = []
    let file = reader.file
    try reader.readEach(of: "bundles", keys: KnownKeys.bundle, check: checkName) { section throws(Failure) in
      guard let path = try section.read("executable", .path) else {
        // A value that was refused is not missing.
        guard section.table["executable"] == nil else { return }
        throw Failure(
          .configuration, "\(file.name) [\(section.name)] has no executable",
          hint: "add executable = \"<path of what swift build made>\"")
      }
      files.append(BundleFile(configured: section.member, path: Paths.resolve(path, in: file.folder)))
    }
    return files
  }

  private func checkName(_ name: String) throws(Failure) {
    guard !FunctionName.isValid(name) else { return }
    throw Failure(
      .configuration,
      "\(reader.file.name) [bundles.\(name)]: a bundle's name has letters, digits, _ and -, a letter first")
  }
}
