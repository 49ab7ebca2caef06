package import Channel

/// The workers of bundles, as deployments use them. The host's `WorkerSystem` is one.
package protocol BundleWorkers: Sendable {
  /// Starts one worker of an executable, takes the manifest of its first frame, and ends the worker.
  ///
  /// - Throws: ``BundleFault``, which names the executable's source, for an executable that does not start, ends early,
  ///   sends no valid first frame within the time for a start, or speaks another version of the protocol.
  func manifest(of executable: StoredExecutable) async throws(BundleFault) -> Manifest

  /// Takes the calls of a version from now on. Called before the host's catalogue names the version.
  func take(_ version: BundleVersion, manifest: Manifest)

  /// The caller of a group's workers, of a version that was taken.
  func caller(of version: BundleVersion, group: String) -> any BundleCaller

  /// Gives a version no new calls. Its workers finish the calls they have, then end.
  func retire(_ version: BundleVersion)
}
