import Edge

/// The migrations of all bundles, each set once. Bundles that share a module have its set in common.
struct SharedMigrations {
  private struct Entry {
    var set: MigrationSet
    /// `the bundle notes`, or `this program`.
    var owner: String
  }

  private var entries: [Entry]

  /// - Parameter own: the sets that are linked into this program.
  init(_ own: [MigrationSet]) { entries = own.map { Entry(set: $0, owner: "this program") } }

  /// The sets in their order: those of this program, then those of bundles in the order of their first mention.
  var all: [MigrationSet] { entries.map(\.set) }

  /// Adds a set of a bundle, which another bundle may have too: of an older and a newer edition, the newer one counts.
  ///
  /// - Throws: ``BundleFault`` if neither edition continues the other.
  mutating func add(_ set: MigrationSet, of bundle: String) throws(BundleFault) {
    guard let index = entries.firstIndex(where: { $0.set.name == set.name }) else {
      return entries.append(Entry(set: set, owner: "the bundle \(bundle)"))
    }
    let known = entries[index].set
    guard let other = zip(known.migrations, set.migrations).first(where: { $0 != $1 })?.1 else {
      if set.migrations.count > known.migrations.count {
        entries[index] = Entry(set: set, owner: "the bundle \(bundle)")
      }
      return
    }
    throw BundleFault(
      """
      The bundles share the migrations \(set.name), but migration \(other.version) (\(other.name)) of the bundle \
      \(bundle) is not that of \(entries[index].owner)
      """, hint: "build both from the same edition of the module, or give one of the sets another name")
  }
}
