import Edge
import FoundationEssentials
import Host
import Jobs
import Synchronization
import Workers

/// What a host serves now: this program's own functions, its bundles, and the settings.
final class ServedApplication: Sendable {
  private struct State {
    var application: Application
    var configuration: LoadedConfiguration
    /// The settings that are being taken.
    var next: LoadedConfiguration?
    var host: FunctionHost?
    var jobs: JobSystem?
    var lacking: [String] = []
  }

  /// What is linked into this program.
  private let own: Application
  private let database: Database
  private let isMigrating: Bool
  /// The settings that the process was started with.
  let started: LoadedConfiguration
  private let state: Mutex<State>

  /// - Parameter isMigrating: whether the migrations of bundles are applied; otherwise a bundle whose migrations the
  ///   database lacks is refused.
  init(_ own: Application, _ configuration: LoadedConfiguration, database: Database, isMigrating: Bool = true) {
    self.own = own
    self.database = database
    self.isMigrating = isMigrating
    started = configuration
    state = Mutex(State(application: own, configuration: configuration))
  }

  /// This program's functions with those of all bundles.
  var application: Application { state.withLock(\.application) }
  /// The migrations for whose lack bundles were refused, in words.
  var lacking: [String] { state.withLock(\.lacking) }
  var configuration: LoadedConfiguration { state.withLock(\.configuration) }
  /// The settings by which workers start: those that are being taken, if there are any.
  var starting: LoadedConfiguration { state.withLock { $0.next ?? $0.configuration } }

  /// Sets the settings by which workers start until ``serve(_:)`` takes them. With nil, workers start by the settings
  /// that hold.
  func start(by next: LoadedConfiguration?) { state.withLock { $0.next = next } }

  /// The sources of the settings that hold now.
  var request: ConfigurationRequest { configuration.request }

  /// Sets the host whose functions and jobs are replaced.
  func attach(_ host: FunctionHost, _ jobs: JobSystem) {
    state.withLock { state in
      state.host = host
      state.jobs = jobs
    }
  }

  /// Checks bundles with settings. Nothing changes.
  ///
  /// - Parameters:
  ///   - sources: the sources of the settings; nil for those that hold now.
  ///   - isWhole: whether all bundles are loaded. If not, a limit without a rate that no function declares is left out.
  /// - Throws: ``BundleFault`` that says what is wrong, where, and what to do.
  func prepare(
    _ bundles: [LoadedBundle], _ sources: ConfigurationRequest? = nil, isWhole: Bool = false
  ) throws(BundleFault) -> PreparedApplication {
    guard let host = state.withLock(\.host) else { throw BundleFault("The host has not started yet") }
    let application = try own.adding(bundles)
    var request = sources ?? self.request
    request.know(application)
    do {
      let configuration = try LoadedConfiguration(request)
      let registry = try JobRegistry(
        functions: application.functions, jobs: application.allJobs,
        overrides: configuration.jobs(for: application, isWhole: isWhole))
      let settings =
        isWhole ? configuration.host : configuration.host.withoutUndeclaredLimits(by: application.endpoints)
      let served = try host.state(of: application.served(configuration), settings)
      return PreparedApplication(
        application: application, configuration: configuration, registry: registry, state: served,
        migrating: migrate, serving: serve)
    } catch {
      let failure = Failure(error, in: request)
      throw BundleFault(failure.message, hint: failure.hint)
    }
  }

  /// Applies the migrations that the database lacks.
  private func migrate(_ prepared: PreparedApplication) async throws(BundleFault) {
    let preparation = Preparation(application: prepared.application, database: database)
    do {
      guard !isMigrating else {
        _ = try await preparation.run()
        return
      }
      let lacking = try await preparation.lacking()
      guard !lacking.isEmpty else { return }
      state.withLock { $0.lacking += lacking }
      throw BundleFault(lacking.joined(separator: ", "), hint: "run the command migrate first")
    } catch let fault as BundleFault {
      throw fault
    } catch {
      let failure = Failure(error)
      throw BundleFault("A migration failed: \(failure.message)", hint: failure.hint)
    }
  }

  /// Serves what was prepared, from the next request, tick and claim on.
  private func serve(_ prepared: PreparedApplication) async {
    let (host, jobs) = state.withLock { state in
      state.application = prepared.application
      state.configuration = prepared.configuration
      state.next = nil
      return (state.host, state.jobs)
    }
    host?.serve(prepared.state)
    jobs?.replace(prepared.registry)
  }
}

extension ServedApplication: BundleServing {
  func check(_ bundles: [LoadedBundle]) async throws(BundleFault) -> any BundleChange { try prepare(bundles) }
}
