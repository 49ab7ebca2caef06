import Workers

/// Which bundles a host serves, and where deployed ones are kept.
struct BundleSettings: Sendable, Hashable {
  /// The folder of deployed bundles.
  var folder = "./swiftlet-bundles"
  /// The executables that flags and `config.toml` name.
  var files: [BundleFile] = []
}
