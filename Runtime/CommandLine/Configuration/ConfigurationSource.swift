import Configuration

/// One place where settings come from, as a provider for the reader: the flags, the environment, `.env`, `config.toml`.
///
/// A result's `encodedKey` says where the value stands, in words: that is what `--print-config` shows.
struct ConfigurationSource: ConfigProvider, ConfigSnapshot {
  /// A value and where it stands.
  struct Entry: Sendable {
    let text: String
    let origin: String
    let isSecret: Bool
  }

  let providerName: String
  private let entries: [[String]: Entry]

  /// Flags by their names without dashes.
  init(flags: [String: String]) {
    self.init(name: "flags") { setting in
      setting.flag.flatMap { flag in flags[flag].map { ($0, "flag --\(flag)") } }
    }
  }

  /// Variables of the environment or of a file; an empty one counts as not set.
  init(variables: [String: String], name: String) {
    self.init(name: name) { setting in
      setting.variables.lazy.compactMap { variable in
        variables[variable].flatMap { $0.isEmpty ? nil : ($0, "\(name) \(variable)") }
      }.first
    }
  }

  /// A `config.toml` whose types ``ConfigurationFile/check()`` has found right.
  init(file: ConfigurationFile) {
    self.init(name: file.name) { setting in
      guard setting.isInFile, let text = file.root[setting.path].flatMap(setting.text(of:)) else { return nil }
      return (setting.rebase(text, to: file.folder), "\(file.name) \(setting.nameInFile)")
    }
  }

  private init(name: String, _ find: (any AnySetting) -> (text: String, origin: String)?) {
    providerName = name
    var entries: [[String]: Entry] = [:]
    for setting in Settings.all {
      guard let (text, origin) = find(setting) else { continue }
      entries[setting.path] = Entry(text: text, origin: origin, isSecret: setting.isSecret)
    }
    self.entries = entries
  }

  func value(forKey key: AbsoluteConfigKey, type: ConfigType) -> LookupResult {
    let entry = entries[key.components]
    return LookupResult(
      encodedKey: entry?.origin ?? key.description,
      value: entry.map { ConfigValue(.string($0.text), isSecret: $0.isSecret) })
  }

  func fetchValue(forKey key: AbsoluteConfigKey, type: ConfigType) async throws -> LookupResult {
    value(forKey: key, type: type)
  }

  func watchValue<Return: ~Copyable>(
    forKey key: AbsoluteConfigKey, type: ConfigType,
    updatesHandler: (_ updates: ConfigUpdatesAsyncSequence<Result<LookupResult, any Error>, Never>) async throws ->
      Return
  ) async throws -> Return {
    try await watchValueFromValue(forKey: key, type: type, updatesHandler: updatesHandler)
  }

  func snapshot() -> any ConfigSnapshot { self }

  func watchSnapshot<Return: ~Copyable>(
    updatesHandler: (_ updates: ConfigUpdatesAsyncSequence<any ConfigSnapshot, Never>) async throws -> Return
  ) async throws -> Return {
    try await watchSnapshotFromSnapshot(updatesHandler: updatesHandler)
  }
}
