/// A configured value for people: what `--print-config` shows.
struct ConfigurationEntry: Sendable, Hashable {
  /// `swiftlet.host`.
  let key: String
  /// The value, or the mask of a secret.
  let value: String
  /// `flag --host`, `environment SWIFTLET_HOST`, `.env SWIFTLET_HOST`, `config.toml [swiftlet] host` or `default`.
  let origin: String

  /// - Parameter isSecret: keeps of the value only its length.
  init(key: String, value: String, origin: String, isSecret: Bool) {
    self.key = key
    self.value = isSecret ? "•••• (\(value.count) chars)" : value
    self.origin = origin
  }
}
