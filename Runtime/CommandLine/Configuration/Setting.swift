/// One configurable value: its names in each source, and its kind.
struct Setting<Value: Sendable>: AnySetting {
  let section: String
  let name: String
  let flag: String?
  let variables: [String]
  let isSecret: Bool
  let isInFile: Bool
  let kind: SettingKind<Value>

  /// - Parameters:
  ///   - flag: the flag without its dashes, if there is one.
  ///   - variables: its names in the environment; the first that is set counts. Nil for the usual one.
  ///   - isInFile: whether `config.toml` may have it.
  init(
    _ section: String, _ name: String, kind: SettingKind<Value>, flag: String? = nil, variables: [String]? = nil,
    isSecret: Bool = false, isInFile: Bool = true
  ) {
    self.section = section
    self.name = name
    self.flag = flag
    self.variables = variables ?? [Self.variable(section, name)]
    self.isSecret = isSecret
    self.isInFile = isInFile
    self.kind = kind
  }

  /// The usual name in the environment: `SWIFTLET_PORT`, `SWIFTLET_WORKERS_MAX`, `APNS_TOPIC`.
  private static func variable(_ section: String, _ name: String) -> String {
    let prefix =
      switch section {
      case "api", "swiftlet": "swiftlet"
      case "apns", "otel", "supabase": section
      default: "swiftlet_\(section)"
      }
    return "\(prefix)_\(name)".uppercased()
  }
}
