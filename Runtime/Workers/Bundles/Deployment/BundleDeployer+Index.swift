import Logging

extension BundleDeployer {
  /// Serves what the index names now, where another process has changed it since this one read or wrote it: a command
  /// that found no running host may have deployed while this host was starting.
  ///
  /// A bundle that is refused is logged, and what was served of it before is still served. The next call tries it
  /// again, and so it does with a deployed bundle that the start has left out.
  ///
  /// - Returns: whether something has changed.
  /// - Throws: ``BundleFault`` for an index that cannot be read.
  @discardableResult
  package func takeIndex() async throws(BundleFault) -> Bool {
    try await alone("reading the index", mayWait: true) { () async throws(BundleFault) -> Bool in
      let current = try store.index().bundles.mapValues(\.current)
      var left = Set(current.keys).union(taken.keys).filter { current[$0] != taken[$0] }.sorted()
      let count = left.count
      var faults: [String: BundleFault] = [:]
      // A bundle may take over a function of another one, which has to give it up before.
      while !left.isEmpty {
        faults = [:]
        for name in left {
          do throws(BundleFault) {
            try await take(name, current[name])
            taken[name] = current[name]
          } catch {
            faults[name] = error
          }
        }
        guard faults.count < left.count else { break }
        left = left.filter { faults[$0] != nil }
      }
      for (name, fault) in faults.sorted(by: { $0.key < $1.key }) {
        noteBroken(name, fault)
        taken[name] = ""
      }
      return faults.count < count
    }
  }

  /// Serves the version of a digest; with nil, the bundle is served no more. A bundle that a flag or `config.toml`
  /// names stays as it is.
  private func take(_ name: String, _ digest: String?) async throws(BundleFault) {
    guard served[name].map({ $0.origin == .deployed }) ?? true else { return }
    var next = served
    if let digest {
      enter("starting a worker")
      next[name] = ServedBundle(loaded: try await load(try store.checked(digest), named: name), origin: .deployed)
    } else {
      next[name] = nil
    }
    let wasLeftOut = digest != nil && served[name] == nil && broken[name] != nil
    try await change(to: next)
    broken[name] = nil
    logger.info(
      wasLeftOut ? "Serving a bundle that was left out" : "Serving what another process has deployed",
      metadata: ["bundle": "\(name)", "version": "\(digest.map(BundleVersion.short) ?? "none")"])
  }
}
