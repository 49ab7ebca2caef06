package import Channel

/// The groups in which the functions and jobs of one bundle run.
///
/// `config.toml` decides first, then the bundle. A name in neither is a group of its own.
package struct BundleGroups: Sendable {
  private let byName: [String: String]

  /// - Parameter configured: the groups of `[functions.<name>] group`, by name.
  /// - Throws: ``BundleFault`` for a name that no function or job has, and for one in two groups.
  package init(_ manifest: Manifest, configured: [String: String] = [:]) throws(BundleFault) {
    let names = Set(manifest.names)
    var byName: [String: String] = [:]
    for (group, members) in manifest.groups.sorted(by: { $0.key < $1.key }) {
      for member in members {
        guard names.contains(member) else {
          throw BundleFault(
            "The group \(group) of the bundle \(manifest.bundle) names \(member), but the bundle has no such function or job",
            hint: "correct the name in groups:, and build the bundle again")
        }
        guard byName[member] == nil || byName[member] == group else {
          throw BundleFault(
            "\(member) of the bundle \(manifest.bundle) is in two groups, \(byName[member] ?? "") and \(group)",
            hint: "leave it in one of them, and build the bundle again")
        }
        byName[member] = group
      }
    }
    self.byName = byName.merging(configured) { $1 }
  }

  /// The group of a function or a job.
  package subscript(name: String) -> String { byName[name] ?? name }
}

extension BundleGroups {
  /// The group of the bundle's seed.
  static let seed = "_seed"

  /// The functions and jobs of each group of a manifest that was checked.
  package static func members(of manifest: Manifest, _ configuration: WorkersConfiguration) -> [String: [String]] {
    let groups = try? BundleGroups(manifest, configured: configuration.functions.compactMapValues(\.group))
    var members: [String: [String]] = [:]
    for name in Set(manifest.names).sorted() { members[groups?[name] ?? name, default: []].append(name) }
    if manifest.hasSeed { members[seed] = [] }
    return members
  }
}
