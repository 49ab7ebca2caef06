/// The difference between two configurations, for the log of a host that has taken the newer one.
struct SettingsChange: Equatable {
  /// The keys that hold from now on, with their new values: `functions.greet.enabled = false`. Of a secret
  /// the name alone.
  let taken: [String]
  /// The keys that differ from those of the process, and hold after a restart.
  let waiting: [String]

  /// The settings of one value that can change while the host serves.
  private static let changeable: Set<String> = [
    "edge_runtime.policy", "swiftlet.max_json_body", "swiftlet.max_raw_body", "swiftlet.wall_clock_limit",
  ]
  /// The prefixes of the keys of tables that can change while the host serves.
  private static let changeableTables = [
    "functions.", "jobs.", "limits.", "retention.", "secrets.", "workers.", "edge_runtime.",
  ]

  /// - Parameters:
  ///   - old: the entries of the configuration that held until now.
  ///   - new: those of the newer one.
  ///   - started: those that the process was started with.
  init(from old: [ConfigurationEntry], to new: [ConfigurationEntry], startedWith started: [ConfigurationEntry]) {
    let (before, after, first) = (Self.byKey(old), Self.byKey(new), Self.byKey(started))
    taken = Set(before.keys).union(after.keys).filter(Self.isChangeable).sorted().compactMap { key in
      guard before[key]?.fingerprint != after[key]?.fingerprint else { return nil }
      return after[key].map { $0.isSecret ? "\(key) changed" : "\(key) = \($0.value)" } ?? "\(key) removed"
    }
    waiting = Set(first.keys).union(after.keys).filter { key in
      guard !Self.isChangeable(key), first[key]?.fingerprint != after[key]?.fingerprint else { return false }
      // A default may follow from another setting, or from a bundle: it is no change of its own.
      return first[key]?.origin != "default" || after[key]?.origin != "default"
    }.sorted()
  }

  private static func byKey(_ entries: [ConfigurationEntry]) -> [String: ConfigurationEntry] {
    Dictionary(entries.map { ($0.key, $0) }) { $1 }
  }

  private static func isChangeable(_ key: String) -> Bool {
    changeable.contains(key) || changeableTables.contains { key.hasPrefix($0) }
  }
}
