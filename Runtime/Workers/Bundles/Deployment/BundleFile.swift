/// An executable that a flag or `config.toml` names.
package struct BundleFile: Sendable, Hashable {
  /// The flag or the file, with the path.
  package let origin: BundleOrigin
  package let path: String
  /// The name that `config.toml` gives the bundle; nil leaves it to the bundle.
  package let name: String?

  /// An executable after `--bundle`.
  package init(flag path: String) {
    origin = .flag(path: path)
    self.path = path
    name = nil
  }

  /// An executable of `[bundles.<name>]`.
  package init(configured name: String, path: String) {
    origin = .configuration(path: path)
    self.path = path
    self.name = name
  }
}
