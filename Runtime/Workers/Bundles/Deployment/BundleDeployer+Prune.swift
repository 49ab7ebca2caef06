import FoundationEssentials
import NIOCore

extension BundleDeployer {
  /// The time in seconds for which the executable of a version that is served no more is kept: that for which its
  /// groups may start a worker, for a call that came before.
  private static let retention = Double(GroupRules().memory.nanoseconds) / 1e9

  /// Removes the files of a store, besides those of some versions and of those that were served a short time ago. A
  /// later change, or the next start, removes those too.
  func prune(_ store: BundleStore, keeping digests: Set<String>) throws(BundleFault) {
    let now = now()
    replaced = replaced.filter { now < $0.value.addingTimeInterval(Self.retention) }
    try store.prune(keeping: digests.union(replaced.keys))
  }
}
