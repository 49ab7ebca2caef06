import Channel
import Logging

extension BundleDeployer {
  /// A bundle that is to be loaded at the start.
  private struct Candidate: Sendable {
    let name: String?
    let executable: StoredExecutable
    let origin: BundleOrigin
  }

  /// Loads what is deployed and what flags and `config.toml` name, and serves it.
  ///
  /// A bundle that does not start, or that contradicts one before it, is logged and left out; ``takeIndex()`` tries a
  /// deployed one again. An executable that a flag or `config.toml` names goes before a deployed one of its name.
  ///
  /// - Parameter isStrict: whether a fault of an executable that a flag names is thrown.
  /// - Throws: ``BundleFault`` for an index that cannot be read.
  package func start(_ files: [BundleFile], isStrict: Bool) async throws(BundleFault) {
    try await alone("starting") { () async throws(BundleFault) in
      store.removeAbandoned()
      var candidates: [Candidate] = []
      for file in files {
        do throws(BundleFault) {
          let copy = try copies.copy(file.path)
          candidates.append(Candidate(name: file.name, executable: copy, origin: file.origin))
        } catch {
          try leaveOut(file.name ?? file.path, error, isStrict && file.name == nil)
        }
      }
      let index = try store.index()
      taken = index.bundles.mapValues(\.current)
      for (name, entry) in index.bundles.sorted(by: { $0.key < $1.key }) {
        let stored = StoredExecutable(digest: entry.current, path: store.executable(entry.current))
        candidates.append(Candidate(name: name, executable: stored, origin: .deployed))
      }
      for (candidate, result) in await manifests(of: candidates) {
        let name = candidate.name ?? (try? result.get().bundle) ?? candidate.origin.words
        // The executable of a flag stands for the deployed one.
        if candidate.origin == .deployed, served[name] != nil || broken[name] != nil { continue }
        do throws(BundleFault) {
          try await add(candidate, try result.get())
        } catch {
          try leaveOut(name, error, isStrict && candidate.name == nil)
          if candidate.origin == .deployed { taken[name] = "" }
        }
      }
    }
  }

  /// The manifests of all candidates, each from a worker of its own. A deployed executable is checked before it runs.
  private func manifests(of candidates: [Candidate]) async -> [(Candidate, Result<Manifest, BundleFault>)] {
    let tasks = candidates.map { candidate in
      Task { [workers, store] in
        await workers.result(of: candidate.executable, in: candidate.origin == .deployed ? store : nil)
      }
    }
    var results: [(Candidate, Result<Manifest, BundleFault>)] = []
    for (candidate, task) in zip(candidates, tasks) { results.append((candidate, await task.value)) }
    return results
  }

  /// Serves one more bundle.
  private func add(_ candidate: Candidate, _ manifest: Manifest) async throws(BundleFault) {
    if let name = candidate.name, manifest.bundle != name {
      throw BundleFault("The executable \(candidate.origin.words) is the bundle \(manifest.bundle), not \(name)")
    }
    if let other = served[manifest.bundle] {
      throw BundleFault("The bundle \(manifest.bundle) is named twice: \(other.origin.words) has it too")
    }
    let version = BundleVersion(
      bundle: manifest.bundle, digest: candidate.executable.digest, executable: candidate.executable.path)
    let loaded = try load(manifest, version)
    var next = served
    next[loaded.name] = ServedBundle(loaded: loaded, origin: candidate.origin)
    try await change(to: next)
    broken[loaded.name] = nil
    logger.info(
      "Serving a bundle",
      metadata: [
        "bundle": "\(loaded.version)", "functions": "\(loaded.functions.count)",
        "routes": "\(loaded.restCount)", "jobs": "\(loaded.jobs.count)",
        "from": "\(candidate.origin.words)",
      ])
  }

  private func leaveOut(_ name: String, _ fault: BundleFault, _ isStrict: Bool) throws(BundleFault) {
    if isStrict { throw fault }
    noteBroken(name, fault)
  }

  /// Records that a bundle cannot be served. The log has each reason once as an error.
  func noteBroken(_ name: String, _ fault: BundleFault) {
    let isKnown = broken[name] == fault
    broken[name] = fault
    logger.log(
      level: isKnown ? .info : .error, "A bundle is not served", metadata: ["bundle": "\(name)", "reason": "\(fault)"])
  }
}

extension BundleWorkers {
  /// The manifest of an executable, or the reason why it cannot be served.
  ///
  /// - Parameter store: the store of a deployed executable, whose bytes are checked; nil for a copy that was just made.
  fileprivate func result(
    of executable: StoredExecutable, in store: BundleStore?
  ) async -> Result<Manifest, BundleFault> {
    do throws(BundleFault) {
      try store?.checked(executable.digest)
      let manifest = try await manifest(of: executable)
      try ManifestCheck.check(manifest)
      return .success(manifest)
    } catch {
      return .failure(error)
    }
  }
}
