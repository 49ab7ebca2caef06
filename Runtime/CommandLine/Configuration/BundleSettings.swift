import Workers

/// Which bundles a host serves, and where deployed ones are kept.
struct BundleSettings: Sendable, Hashable {
  var folder = "./swiftlet-bundles"
  /// The executables that flags and `config.toml` name.
  var files: [BundleFile] = []
}
