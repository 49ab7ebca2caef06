package import Channel

/// The functions and jobs of each group of a bundle.
package struct GroupMembers {
  /// The group of the bundle's seed.
  static let seed = "_seed"

  /// The names of the groups' functions and jobs.
  package private(set) var byGroup: [String: [String]] = [:]

  /// The groups of a manifest that was checked.
  package init(_ manifest: Manifest, _ configuration: WorkersConfiguration) {
    let groups = try? BundleGroups(manifest, configured: configuration.functions.compactMapValues(\.group))
    let names =
      (manifest.functions + manifest.procedures + manifest.routes.map(\.function)).map(\.name)
      + manifest.jobs.map(\.name)
    for name in Set(names).sorted() { byGroup[groups?[name] ?? name, default: []].append(name) }
    if manifest.hasSeed { byGroup[Self.seed] = [] }
  }
}
