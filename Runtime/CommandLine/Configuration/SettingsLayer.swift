/// One source of settings: the flags, the environment, `.env` or `config.toml`.
struct SettingsLayer: Sendable {
  /// A setting's text, and its origin in words: `flag --port`.
  struct Found: Sendable {
    let text: String
    let origin: String
  }

  /// A setting's text in this source; nil if the source does not have it.
  let find: @Sendable (any AnySetting) -> Found?

  /// Flags by their names without dashes.
  static func flags(_ flags: [String: String]) -> SettingsLayer {
    SettingsLayer { setting in
      guard let flag = setting.flag, let text = flags[flag] else { return nil }
      return Found(text: text, origin: "flag --\(flag)")
    }
  }

  /// Variables of the environment or of a file; an empty value counts as not set.
  static func variables(_ variables: [String: String], of place: String) -> SettingsLayer {
    SettingsLayer { setting in
      for variable in setting.variables {
        guard let text = variables[variable], !text.isEmpty else { continue }
        return Found(text: text, origin: "\(place) \(variable)")
      }
      return nil
    }
  }

  /// A `config.toml`. A value of a wrong type or range was refused when the file was read.
  static func file(_ file: ConfigurationFile) -> SettingsLayer {
    SettingsLayer { setting in
      guard setting.isInFile, let text = file.root[setting.path].flatMap(setting.text(of:)), setting.accepts(text)
      else {
        return nil
      }
      return Found(text: setting.rebase(text, to: file.folder), origin: "\(file.name) \(setting.nameInFile)")
    }
  }
}
