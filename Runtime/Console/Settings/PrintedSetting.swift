/// A setting in force, as `--print-config` and the console show it. A secret's value is a mask.
package struct PrintedSetting: Codable, Sendable, Hashable {
  /// Section and key: `swiftlet.host`; of a function's own setting the key alone.
  package let key: String
  package let value: String
  /// Where it was read: `flag --host`, `environment SWIFTLET_HOST`, `config.toml [swiftlet] host`, `code` or `default`.
  package let from: String

  package init(_ key: String, _ value: String, from: String) {
    self.key = key
    self.value = value
    self.from = from
  }
}
