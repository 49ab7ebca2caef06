import Channel
import Edge
import FoundationEssentials
import Host
import Logging
import Workers

/// The bundles of a host: their workers, their store, and the changes of both.
struct BundleHost: Sendable {
  let workers: WorkerSystem
  let deployer: BundleDeployer
  let served: ServedApplication
  let logger: Logger
  /// The copies of executables that flags and `config.toml` name.
  private let copies: CopyFolder
  /// The executables after `--bundle`, as they were before they were copied.
  let flagged: WatchedFiles

  /// - Throws: ``Failure`` if the folder for copies cannot be made.
  init(_ served: ServedApplication, workers: WorkerSystem, logger: Logger) throws(Failure) {
    self.served = served
    self.workers = workers
    self.logger = logger
    let (folder, files) = (served.configuration.bundles.folder, served.configuration.bundles.files)
    flagged = WatchedFiles(files.filter { if case .flag = $0.origin { true } else { false } })
    do throws(BundleFault) {
      copies = try CopyFolder(below: folder, isNeeded: !files.isEmpty)
    } catch {
      throw Failure(.unavailable, error.message, hint: error.hint)
    }
    deployer = BundleDeployer(
      store: BundleStore(folder: folder), copies: copies.store, workers: workers, serving: served,
      groups: { served.configuration.workers.functions.compactMapValues(\.group) }, logger: logger)
  }

  /// Loads and serves the bundles, then checks the settings with all functions. A fault ends the start; while a bundle
  /// is left out, the fault is only logged, because that bundle may declare the limit.
  ///
  /// - Parameters:
  ///   - services: the services of seeds, and of the keys of jobs.
  ///   - isStrict: whether an executable after `--bundle` that cannot be served ends the start.
  /// - Throws: ``Failure``.
  func start(_ services: Services, isStrict: Bool) async throws(Failure) {
    workers.use(services)
    do throws(BundleFault) {
      try await deployer.start(served.configuration.bundles.files, isStrict: isStrict)
    } catch {
      throw Failure(.configuration, error.message, hint: error.hint)
    }
    if let first = faults.first, await deployer.isComplete { throw first }
    warnOfFaults()
    let hasWorkers = await !deployer.bundles.isEmpty
    if hasWorkers, let warning = served.configuration.sandboxReport.warning { logger.warning("\(warning)") }
  }

  /// Serves what a command has deployed since the index was read.
  func takeIndex() async {
    do throws(BundleFault) {
      if try await deployer.takeIndex() { warnOfFaults() }
    } catch {
      logger.error("The index of bundles was not read again", metadata: ["reason": "\(error)"])
    }
  }

  /// The faults of the settings with the bundles that are served now. A host does not start with such faults.
  private var faults: [Failure] { served.configuration.problems(with: served.application, isWhole: true) }

  /// Logs the faults of the settings after a change. The change stays in force.
  func warnOfFaults() {
    for fault in faults {
      logger.warning(
        "A setting has no effect; without the function that it is for, the host may not start again",
        metadata: ["reason": "\(fault.message)"])
    }
  }

  /// Makes the buckets that the seeds of the bundles fill, and runs the seeds. One that fails is logged.
  @discardableResult
  func seed(on day: CalendarDay) async -> BundleCommand.Seeded {
    var report = BundleCommand.Seeded()
    let host = served.configuration.host
    for bundle in await deployer.bundles where bundle.manifest.hasSeed {
      do {
        if host.isEmbedded { try await host.storage.add(buckets: bundle.manifest.buckets ?? []) }
        try await workers.seed(bundle.version, on: day)
        report.seeded.append(bundle.name)
      } catch {
        report.failed.append(bundle.name)
        report.reasons = (report.reasons ?? [:]).merging([bundle.name: Failure(error).message]) { _, new in new }
        logger.error("The seed of a bundle failed", metadata: ["bundle": "\(bundle.version)", "error": "\(error)"])
      }
    }
    return report
  }

  /// Removes the copies of this run.
  func close() { copies.remove() }
}
