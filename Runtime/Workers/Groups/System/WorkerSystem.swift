package import Channel
package import Edge
import FoundationEssentials
import NIOCore
import ServiceLifecycle
import Synchronization

/// The workers of a host: the groups of all versions of all bundles.
///
/// It is a service that stops after the host has answered its last call, and before the database closes.
package final class WorkerSystem: Service {
  /// Makes the first frame to the workers of a group, from the names of the group's functions and jobs.
  package typealias StartMaker = @Sendable (_ group: String, _ members: [String], _ manifest: Manifest?) -> Start

  private struct State {
    var configuration: WorkersConfiguration
    /// The groups by their names, by the digest of the version.
    var groups: [String: [String: GroupCaller]] = [:]
    /// Groups whose settings were replaced, until no call can be on its way to them.
    var replaced: [WorkerGroup] = []
    /// The services of calls that no request or job makes.
    var services: Services?
  }

  package let environment: WorkerEnvironment
  private let loop: ChannelLoop
  private let makeStart: StartMaker
  private let state: Mutex<State>

  /// Starts the loop of the channels. The workers start with their first call.
  ///
  /// - Throws: `SystemError` if the process has no descriptors left.
  package init(
    _ configuration: WorkersConfiguration, environment: WorkerEnvironment, start: @escaping StartMaker
  ) throws {
    self.environment = environment
    makeStart = start
    state = Mutex(State(configuration: configuration))
    loop = try ChannelLoop(named: "swiftlet-work")
    loop.start()
  }

  /// Waits for graceful shutdown, then ends all workers.
  package func run() async throws {
    try? await gracefulShutdown()
    await stop()
  }

  /// Ends all workers and waits until nothing of them is left.
  package func stop() async {
    let groups = groups
    for group in groups { group.retireAll() }
    await environment.launcher.stop()
    for group in groups { await group.stop() }
    loop.stop()
  }

  /// Sets the services of calls that no request or job makes: seeds, and keys of the queue.
  package func use(_ services: Services) { state.withLock { $0.services = services } }

  /// The settings of groups that are made from now on.
  package var configuration: WorkersConfiguration {
    get { state.withLock(\.configuration) }
    set { state.withLock { $0.configuration = newValue } }
  }

  /// All groups, those of replaced versions and settings too.
  var groups: [WorkerGroup] {
    state.withLock { state in state.groups.values.flatMap { $0.values.map(\.group) } + state.replaced }
  }

  // MARK: Versions

  /// Takes the calls of a version from now on, with the current settings.
  ///
  /// Workers of groups whose settings have changed, or that the settings do not name any more, finish the calls that
  /// they have.
  package func take(_ version: BundleVersion, manifest: Manifest) {
    let configuration = configuration
    let setups = BundleGroups.members(of: manifest, configuration).map { name, names in
      (
        name,
        GroupSetup(
          name, of: version, members: names, configuration: configuration, start: makeStart(name, names, manifest),
          manifest: manifest)
      )
    }
    let names = Set(setups.map(\.0))
    let (taken, replaced) = state.withLock { state -> ([WorkerGroup], [WorkerGroup]) in
      var own = state.groups[version.digest] ?? [:]
      var replaced: [WorkerGroup] = []
      for (name, setup) in setups where own[name]?.group.setup != setup {
        // Settings that come back, as after ones that could not be served, have their workers still.
        let known = state.replaced.first { $0.setup == setup }
        state.replaced.removeAll { $0 === known }
        let group = known ?? WorkerGroup(setup, loop: loop, environment: environment)
        if let old = own[name]?.replace(by: group) {
          replaced.append(old)
        } else {
          own[name] = GroupCaller(group, self)
        }
      }
      // Calls that are on their way still find a group that has vanished from the settings.
      own = own.filter { names.contains($0.key) || !$0.value.group.dropIfUnused() }
      state.groups = state.groups.filter { digest, callers in
        digest == version.digest || !callers.values.allSatisfy { $0.group.dropIfUnused() }
      }
      state.groups[version.digest] = own
      state.replaced = state.replaced.filter { !$0.dropIfUnused() } + replaced
      let vanished = own.filter { !names.contains($0.key) }.values.map(\.group)
      return (own.filter { names.contains($0.key) }.values.map(\.group), replaced + vanished)
    }
    for group in replaced { group.replace() }
    for group in taken { group.restore() }
  }

  /// Gives a version no new calls. Its workers finish the calls that they have.
  package func retire(_ version: BundleVersion) {
    let groups = state.withLock { $0.groups[version.digest].map { $0.values.map(\.group) } ?? [] }
    for group in groups { group.replace() }
  }

  /// Calls a group's workers. The version is taken before.
  package func caller(of version: BundleVersion, group name: String) -> any BundleCaller {
    state.withLock { $0.groups[version.digest]?[name] } ?? NoCaller()
  }

  /// Starts one worker of an executable, and takes the manifest of its first frame.
  package func manifest(of executable: StoredExecutable) async throws(BundleFault) -> Manifest {
    let probe = ManifestProbe(
      executable, worker: environment.nextWorker(), launcher: environment.launcher, loop: loop,
      start: makeStart("", [], nil), limit: configuration.bootLimit, sandbox: configuration.sandbox)
    return try await probe.manifest()
  }
}

extension WorkerSystem: BundleWorkers {
  /// Inserts the rows that a first call of a bundle needs.
  package func seed(_ version: BundleVersion, on day: CalendarDay) async throws {
    guard let group = state.withLock({ $0.groups[version.digest]?[BundleGroups.seed]?.group }) else { return }
    _ = try await group.run(.seed(day), named: BundleGroups.seed, Request(), try ownInvocation())
  }

  /// The invocation of a call that no request or job makes.
  func ownInvocation() throws -> Invocation {
    guard let services = state.withLock(\.services) else { throw WorkerFailure.boot(retryAfter: 1) }
    let now = services.clock.now
    return Invocation(
      id: InvocationID(at: now), trigger: .manual, identity: Identity(role: .serviceRole),
      deadline: now.addingTimeInterval(configuration.calls.wallClock / .seconds(1)), logger: environment.logger,
      services: services)
  }
}
