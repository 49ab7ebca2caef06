/// The origin of a served bundle: a deployment, a flag or `config.toml`.
package enum BundleOrigin: Sendable, Hashable {
  /// The store: it was deployed.
  case deployed
  /// An executable that a flag names, for this run.
  case flag(path: String)
  /// An executable that `config.toml` names.
  case configuration(path: String)

  /// The origin in tables and messages.
  package var words: String {
    switch self {
    case .deployed: "deployed"
    case .flag(let path): "--bundle \(path)"
    case .configuration(let path): "config.toml \(path)"
    }
  }
}
