/// A configured value as `--print-config` shows it.
struct ConfigurationEntry: Sendable, Hashable {
  /// Section and key: `swiftlet.host`.
  let key: String
  /// The value, or the mask of a secret.
  let value: String
  /// `flag --host`, `environment SWIFTLET_HOST`, `.env SWIFTLET_HOST`, `config.toml [swiftlet] host` or `default`.
  let origin: String
  let isSecret: Bool
  /// A hash of the value, which shows that a secret has changed. Its seed is random: only hashes of one process can be
  /// compared.
  let fingerprint: Int

  /// - Parameter isSecret: whether a mask with the value's length replaces the value.
  init(key: String, value: String, origin: String, isSecret: Bool) {
    self.key = key
    self.isSecret = isSecret
    self.value = isSecret ? "•••• (\(value.count) chars)" : value
    self.origin = origin
    fingerprint = value.hashValue
  }
}
