import Edge
import Workers

/// A reader of the tables `[bundles.<name>]` in `config.toml`.
struct BundleTables {
  let file: ConfigurationFile
  private(set) var warnings: [String] = []
  private(set) var entries: [ConfigurationEntry] = []

  init(file: ConfigurationFile) { self.file = file }

  /// The executables of `[bundles.*]`, in the order of their names.
  mutating func files() throws(Failure) -> [BundleFile] {
    var files: [BundleFile] = []
    let file = file
    try file.readEach(of: try file.table("bundles")) { (name, node) throws(Failure) in
      guard FunctionName.isValid(name) else {
        throw Failure(
          .configuration,
          "\(file.name) [bundles.\(name)]: a bundle's name has letters, digits, _ and -, a letter first")
      }
      var section = try ConfigurationSection(file, "bundles", name, node)
      warnings += KnownKeys.warnings(
        for: section.table, section: section.name, known: KnownKeys.bundle, file: file.name)
      guard let path = try section.read("executable", .path) else {
        // A value that was refused is not missing.
        guard section.table["executable"] == nil else { return }
        throw Failure(
          .configuration, "\(file.name) [bundles.\(name)] has no executable",
          hint: "add executable = \"<path of what swift build made>\"")
      }
      entries += section.entries
      files.append(BundleFile(configured: name, path: Paths.resolve(path, in: file.folder)))
    }
    return files
  }
}
