/// The difference between two configurations, for the log of a host that has taken the newer one.
struct SettingsChange: Equatable {
  /// The keys that hold from now on, with their new values: `functions.greet.enabled = false`.
  let taken: [String]
  /// The keys that hold after a restart.
  let waiting: [String]

  /// The settings of one value that can change while the host serves.
  private static let changeable: Set<String> = [
    "edge_runtime.policy", "swiftlet.max_json_body", "swiftlet.max_raw_body", "swiftlet.wall_clock_limit",
  ]
  /// The first parts of the tables that can.
  private static let changeableTables = [
    "functions.", "jobs.", "limits.", "retention.", "secrets.", "workers.", "edge_runtime.",
  ]

  /// - Parameters:
  ///   - old: the entries of the configuration that held until now.
  ///   - new: those of the newer one.
  init(from old: [ConfigurationEntry], to new: [ConfigurationEntry]) {
    let before = Dictionary(old.map { ($0.key, $0.fingerprint) }) { $1 }
    let after = Dictionary(new.map { ($0.key, $0) }) { $1 }
    var (taken, waiting) = ([String](), [String]())
    for key in Set(before.keys).union(after.keys).sorted() where before[key] != after[key]?.fingerprint {
      guard Self.changeable.contains(key) || Self.changeableTables.contains(where: { key.hasPrefix($0) }) else {
        waiting.append(key)
        continue
      }
      guard let entry = after[key] else {
        taken.append("\(key) removed")
        continue
      }
      taken.append("\(key) = \(entry.value)")
    }
    self.taken = taken
    self.waiting = waiting
  }

  /// Whether the configurations are the same.
  var isEmpty: Bool { taken.isEmpty && waiting.isEmpty }
}
