import FoundationEssentials
import NIOCore

extension BundleDeployer {
  /// Retention in seconds of a replaced version's executable. Equals `GroupRules.memory`, in which a late call may
  /// still start a worker.
  private static let retention = Double(GroupRules().memory.nanoseconds) / 1e9
  /// The most replaced versions whose executables are kept: with `--watch` each rebuild replaces one.
  private static let mostReplaced = 4

  /// Removes files of a store. The files of the given versions stay, those that this host serves, and those of the
  /// latest versions that were replaced less than ``retention`` ago. A later change, or the next start, removes these.
  func prune(_ store: BundleStore, keeping digests: Set<String>) throws(BundleFault) {
    let now = now()
    replaced = replaced.filter { now < $0.value.addingTimeInterval(Self.retention) }
    let current = Set(served.values.map(\.loaded.version.digest))
    let latest = replaced.filter { !current.contains($0.key) }.sorted { $0.value > $1.value }
    for old in latest.dropFirst(Self.mostReplaced) { replaced[old.key] = nil }
    // This host may still serve a bundle that another process has undeployed.
    try store.prune(keeping: digests.union(current).union(replaced.keys))
  }
}
