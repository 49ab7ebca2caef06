/// A reader of settings that records each value and its origin.
final class SettingsReader {
  private let layers: [SettingsLayer]
  /// The collector of invalid values, which ends the load with the first one or records all.
  let faults: LoadFaults
  private(set) var entries: [ConfigurationEntry] = []

  /// - Parameter layers: the sources; the first one that has a value counts.
  init(_ layers: [SettingsLayer], faults: LoadFaults = .first) {
    self.layers = layers
    self.faults = faults
  }

  /// Replaces a default by a setting's value, if it has one.
  func read<Value>(_ setting: Setting<Value>, into value: inout Value) throws(Failure) {
    value = try read(setting, default: value)
  }

  /// A setting's value, or the default.
  func read<Value>(_ setting: Setting<Value>, default value: Value) throws(Failure) -> Value {
    if let found = try find(setting) { return found }
    note(setting, value, origin: "default")
    return value
  }

  /// A setting's value; nil if no source has one, for which `--print-config` then shows `shown`.
  func readIfSet<Value>(_ setting: Setting<Value>, shown: String) throws(Failure) -> Value? {
    if let found = try find(setting) { return found }
    entries.append(ConfigurationEntry(key: setting.key, value: shown, origin: "default", isSecret: false))
    return nil
  }

  /// The origin of a setting's value; nil if no source has one, or it has not been read.
  func origin(of setting: some AnySetting) -> String? {
    entries.last { $0.key == setting.key && $0.origin != "default" }?.origin
  }

  private func find<Value>(_ setting: Setting<Value>) throws(Failure) -> Value? {
    guard let found = layers.lazy.compactMap({ $0.find(setting) }).first else { return nil }
    guard let value = setting.kind.read(found.text) else {
      try faults.attempt { () throws(Failure) in throw setting.refusal(of: found.origin, found.text) }
      return nil
    }
    note(setting, value, origin: found.origin)
    return value
  }

  private func note<Value>(_ setting: Setting<Value>, _ value: Value, origin: String) {
    entries.append(
      ConfigurationEntry(
        key: setting.key, value: setting.kind.write(value), origin: origin, isSecret: setting.isSecret))
  }
}
