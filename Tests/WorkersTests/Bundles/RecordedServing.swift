import Channel
import Edge
import Foundation
import SwiftletTesting
import Synchronization

@testable import Workers

/// A host and its workers that record what a deployer does. An executable's text names its bundle and its functions:
/// `notes:one,two`.
final class RecordedServing: BundleServing, BundleWorkers {
  private struct State {
    var served: [String] = []
    var taken: Set<String> = []
    var retired: [String] = []
    var migrations = 0
    var checkFault: BundleFault?
    var migrationFault: BundleFault?
  }

  private let state = Mutex(State())

  /// The versions' bundles and functions that are served.
  var served: [String] { state.withLock(\.served) }
  /// The number of migrations.
  var migrations: Int { state.withLock(\.migrations) }
  /// The digests of the versions that take calls.
  var taken: Set<String> { state.withLock(\.taken) }

  func refuse(check fault: BundleFault?) { state.withLock { $0.checkFault = fault } }
  func refuse(migration fault: BundleFault?) { state.withLock { $0.migrationFault = fault } }

  func check(_ bundles: [LoadedBundle]) async throws(BundleFault) -> any BundleChange {
    _ = try BundledApplication(bundles)
    if let fault = state.withLock(\.checkFault) { throw fault }
    return Change(bundles: bundles, serving: self)
  }

  func manifest(of executable: StoredExecutable) async throws(BundleFault) -> Manifest {
    let text = FileManager.default.contents(atPath: executable.path).map { String(decoding: $0, as: UTF8.self) } ?? ""
    let parts = text.split(separator: ":")
    guard parts.count == 2 else { throw BundleFault("\(executable.source) does not start") }
    return Manifest(
      bundle: String(parts[0]),
      functions: parts[1].split(separator: ",").map { name in ManifestFunction(Function(String(name)) { _ in 1 }) })
  }

  func take(_ version: BundleVersion, manifest: Manifest) {
    _ = state.withLock { $0.taken.insert(version.digest) }
  }
  func caller(of version: BundleVersion, group: String) -> any BundleCaller { NoCalls() }
  func retire(_ version: BundleVersion) {
    _ = state.withLock { $0.taken.remove(version.digest) }
  }

  private struct Change: BundleChange {
    let bundles: [LoadedBundle]
    let serving: RecordedServing

    func migrate() async throws(BundleFault) {
      if let fault = serving.state.withLock(\.migrationFault) { throw fault }
      serving.state.withLock { $0.migrations += 1 }
    }

    func serve() async {
      let served = bundles.map { "\($0.name):\($0.functions.map(\.name).joined(separator: ","))" }
      serving.state.withLock { $0.served = served }
    }
  }
}
