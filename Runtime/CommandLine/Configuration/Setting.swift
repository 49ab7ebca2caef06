/// One configurable value: its names in each source, and its kind.
struct Setting<Value: Sendable>: AnySetting {
  let section: String
  let name: String
  let flag: String?
  let variables: [String]
  let isSecret: Bool
  let isInFile: Bool
  let kind: SettingKind<Value>

  /// Describes a setting.
  ///
  /// - Parameters:
  ///   - section: the section of `config.toml`.
  ///   - name: the key in the section.
  ///   - kind: its type and range.
  ///   - flag: the flag without its dashes, if there is one.
  ///   - variables: its names in the environment; the first that is set counts.
  ///   - isSecret: whether its value is never shown.
  ///   - isInFile: whether `config.toml` may have it.
  init(
    _ section: String, _ name: String, kind: SettingKind<Value>, flag: String? = nil, variables: [String],
    isSecret: Bool = false, isInFile: Bool = true
  ) {
    self.section = section
    self.name = name
    self.flag = flag
    self.variables = variables
    self.isSecret = isSecret
    self.isInFile = isInFile
    self.kind = kind
  }
}
