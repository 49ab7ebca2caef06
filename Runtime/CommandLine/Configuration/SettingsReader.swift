import Configuration
import Synchronization

/// Reads settings through one ``ConfigReader`` and remembers what each of them was and where it came from.
final class SettingsReader {
  private let reader: ConfigReader
  private let origins = Origins()
  private(set) var entries: [ConfigurationEntry] = []

  /// - Parameter sources: the first one that has a value counts.
  init(_ sources: [ConfigurationSource]) {
    reader = ConfigReader(providers: sources, accessReporter: origins)
  }

  /// A setting's value, or the default.
  func read<Value>(_ setting: Setting<Value>, default value: Value) throws(Failure) -> Value {
    if let found = try find(setting) { return found }
    note(setting, value, origin: "default")
    return value
  }

  /// A setting's value if it has one; `shown` is what stands for it otherwise.
  func readIfSet<Value>(_ setting: Setting<Value>, shown: String) throws(Failure) -> Value? {
    if let found = try find(setting) { return found }
    entries.append(ConfigurationEntry(key: setting.key, value: shown, origin: "default", isSecret: false))
    return nil
  }

  /// Where a setting's value stands; nil if it has none, or has not been read.
  func origin(of setting: some AnySetting) -> String? {
    entries.last { $0.key == setting.key && $0.origin != "default" }?.origin
  }

  private func find<Value>(_ setting: Setting<Value>) throws(Failure) -> Value? {
    guard let text = reader.string(forKey: setting.configKey, isSecret: setting.isSecret) else { return nil }
    let origin = origins.last
    guard let value = setting.kind.read(text) else {
      throw setting.refusal(of: origin, text)
    }
    note(setting, value, origin: origin)
    return value
  }

  private func note<Value>(_ setting: Setting<Value>, _ value: Value, origin: String) {
    entries.append(
      ConfigurationEntry(
        key: setting.key, value: setting.kind.write(value), origin: origin, isSecret: setting.isSecret))
  }
}

/// Learns from the reader's reports which source had the value.
private final class Origins: AccessReporter {
  private let origin = Mutex("default")

  var last: String { origin.withLock { $0 } }

  func report(_ event: AccessEvent) {
    let found = event.providerResults.lazy.compactMap { try? $0.result.get() }.first { $0.value != nil }
    origin.withLock { $0 = found?.encodedKey ?? "default" }
  }
}
