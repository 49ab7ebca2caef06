/// A configured value, as `--print-config` shows it. A secret's value is a mask.
package struct PrintedSetting: Codable, Sendable, Hashable {
  /// Section and key: `swiftlet.host`.
  package let key: String
  package let value: String
  /// Where it was read: `flag --host`, `environment SWIFTLET_HOST`, `config.toml [swiftlet] host` or `default`.
  package let from: String

  package init(key: String, value: String, from: String) {
    self.key = key
    self.value = value
    self.from = from
  }
}
