package import Edge

/// The sum of all bundles that a host serves, checked against each other.
package struct BundledApplication: Sendable {
  /// The bundles, sorted by name.
  package let bundles: [LoadedBundle]
  /// The migrations of this program and of the bundles, each set once.
  package let migrations: [MigrationSet]

  package init() {
    bundles = []
    migrations = []
  }

  /// Checks bundles against each other, and against what is linked into this program.
  ///
  /// - Parameter bundles: the bundles. Of two with the same function, the message names the first as its owner.
  /// - Throws: ``BundleFault`` that says what is wrong, where, and what to do.
  package init(
    _ bundles: [LoadedBundle], functions: [any Endpoint] = [], procedures: [any Endpoint] = [], jobs: [Job] = [],
    migrations: [MigrationSet] = []
  ) throws(BundleFault) {
    var names = BundleNames()
    names.take(functions: functions, procedures: procedures, jobs: jobs)
    var sets = SharedMigrations(migrations)
    for bundle in bundles {
      try names.take(bundle)
      for set in bundle.migrations { try sets.add(set, of: bundle.name) }
    }
    self.bundles = bundles.sorted { $0.name < $1.name }
    self.migrations = sets.all
  }

  package var functions: [any Endpoint] { bundles.flatMap(\.functions) }
  package var procedures: [any Endpoint] { bundles.flatMap(\.procedures) }
  package var routes: [TableRoute] { bundles.flatMap(\.routes) }
  package var jobs: [Job] { bundles.flatMap(\.jobs) }
}
