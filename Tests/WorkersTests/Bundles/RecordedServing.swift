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
    var takes = 0
    var retired: [String] = []
    var migrations = 0
    var checkFault: BundleFault?
    var hold: Hold?
    var migrationFault: BundleFault?
  }

  /// A check that waits for the test.
  struct Hold: Sendable {
    private let reached = AsyncStream<Void>.makeStream()
    private let released = AsyncStream<Void>.makeStream()

    /// Returns once the check waits.
    func isReached() async { for await _ in reached.stream {} }

    /// Lets the check go on.
    func release() { released.continuation.finish() }

    fileprivate func wait() async {
      reached.continuation.finish()
      for await _ in released.stream {}
    }
  }

  private let state = Mutex(State())

  /// The versions' bundles and functions that are served.
  var served: [String] { state.withLock(\.served) }
  /// The number of migrations.
  var migrations: Int { state.withLock(\.migrations) }
  /// The digests of the versions that take calls.
  var taken: Set<String> { state.withLock(\.taken) }
  /// How often a version was taken.
  var takes: Int { state.withLock(\.takes) }

  /// Holds the next check.
  func holdCheck() -> Hold {
    let hold = Hold()
    state.withLock { $0.hold = hold }
    return hold
  }

  func refuse(check fault: BundleFault?) { state.withLock { $0.checkFault = fault } }
  func refuse(migration fault: BundleFault?) { state.withLock { $0.migrationFault = fault } }

  func check(_ bundles: [LoadedBundle]) async throws(BundleFault) -> any BundleChange {
    _ = try BundledApplication(bundles)
    await state.withLock { $0.hold.take() }?.wait()
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
    state.withLock { state in
      state.taken.insert(version.digest)
      state.takes += 1
    }
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
