package import FoundationEssentials

/// The bundles of a store with their versions. A pure value: ``BundleStore`` reads and writes it.
package struct BundleIndex: Codable, Sendable, Hashable {
  /// The versions of one bundle.
  package struct Entry: Codable, Sendable, Hashable {
    /// The versions, oldest first. ``current`` is the last one, unless a rollback has made an earlier one current.
    package var versions: [BundleRecord]
    /// The digest of the version that is served.
    package var current: String

    /// The version that is served.
    package var record: BundleRecord? { versions.first { $0.digest == current } }

    /// The version before the current one, which a rollback takes; nil for a first version.
    package var previous: BundleRecord? {
      versions.firstIndex { $0.digest == current }.flatMap { $0 > 0 ? versions[$0 - 1] : nil }
    }
  }

  /// The version of the file's format.
  static let currentFormat = 1
  /// The most versions of one bundle that are kept.
  package static let mostVersions = 5

  package private(set) var format = BundleIndex.currentFormat
  package private(set) var bundles: [String: Entry] = [:]

  package init() {}

  /// Every digest that the index names.
  package var digests: Set<String> { Set(bundles.values.flatMap { $0.versions.map(\.digest) }) }

  /// Adds a version and makes it the current one. A rollback from it takes the one that was current until now.
  package mutating func deploy(_ bundle: String, digest: String, at date: Date) {
    var versions = bundles[bundle]?.versions ?? []
    let last = bundles[bundle]?.record
    versions.removeAll { $0.digest == digest || $0.digest == last?.digest }
    if let last, last.digest != digest { versions.append(last) }
    versions.append(BundleRecord(digest: digest, deployedAt: date))
    bundles[bundle] = Entry(versions: versions.suffix(Self.mostVersions), current: digest)
  }

  /// Makes the version before the current one current.
  ///
  /// - Throws: ``BundleFault`` without such a bundle or version.
  package mutating func rollBack(_ bundle: String) throws(BundleFault) {
    let entry = try entry(bundle)
    guard let previous = entry.previous else {
      throw BundleFault(
        "There is no version of \(bundle) before \(BundleVersion.short(entry.current))", hint: "deploy another one")
    }
    bundles[bundle]?.current = previous.digest
  }

  /// Removes a bundle with all its versions.
  ///
  /// - Throws: ``BundleFault`` without such a bundle.
  package mutating func undeploy(_ bundle: String) throws(BundleFault) {
    _ = try entry(bundle)
    bundles[bundle] = nil
  }

  /// A bundle's versions.
  ///
  /// - Throws: ``BundleFault`` without such a bundle.
  package func entry(_ bundle: String) throws(BundleFault) -> Entry {
    guard let entry = bundles[bundle] else {
      let names = bundles.keys.sorted().joined(separator: ", ")
      throw BundleFault(
        "No bundle named \(bundle) is deployed", hint: names.isEmpty ? "none is deployed" : "there are: \(names)")
    }
    return entry
  }
}
