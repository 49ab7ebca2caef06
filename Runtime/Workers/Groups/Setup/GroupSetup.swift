package import Channel
package import Edge
import NIOCore

/// One group of a bundle's version: its functions, its rules and the start of its workers.
package struct GroupSetup: Sendable, Hashable {
  package let name: String
  package let version: BundleVersion
  /// The names of its functions, procedures and jobs.
  package let members: [String]
  package let rules: GroupRules
  /// The index of the lane of each function that has one of its own.
  package let lanes: [String: Int]
  /// The limits of a worker's process.
  package let limits: WorkerLimits
  /// The limits of calls, by function, for functions with limits of their own.
  package let callLimits: [String: CallLimits]
  /// The limits of the calls of all other functions.
  package let commonLimits: CallLimits
  package let sandbox: SandboxMode
  /// The servers that functions without a setting of their own may call; nil for all.
  package let allowedHosts: AllowedHosts?
  /// The first frame to each worker.
  package let start: Start
  /// The manifest that each worker has to send; nil accepts any of this protocol's version.
  package let manifest: Manifest?

  /// Merges the settings of the group's functions as ``DecidingMembers`` says.
  package init(
    _ name: String, of version: BundleVersion, members: [String], configuration: WorkersConfiguration, start: Start,
    manifest: Manifest? = nil
  ) {
    self.name = name
    self.version = version
    self.members = members
    self.manifest = manifest
    let own = members.map { ($0, configuration.functions[$0] ?? WorkersConfiguration.Function()) }
    var rules = GroupRules(configuration)
    var lanes: [String: Int] = [:]
    var callLimits: [String: CallLimits] = [:]
    for (member, settings) in own {
      if settings.concurrency != nil || settings.queueTimeout != nil {
        lanes[member] = rules.lanes.count
        rules.lanes.append(
          GroupRules.Lane(
            concurrency: settings.concurrency.map { max(1, $0) },
            queueTimeout: .init(settings.queueTimeout ?? configuration.queueTimeout)))
      }
      let limits = configuration.callLimits(of: settings)
      if limits != configuration.calls { callLimits[member] = limits }
    }
    let deciding = DecidingMembers(members, configuration)
    rules.policy = configuration.policy(of: deciding.policy)
    self.rules = rules
    self.lanes = lanes
    self.callLimits = callLimits
    commonLimits = configuration.calls
    limits = WorkerLimits(
      memory: configuration.memory(of: deciding.memory),
      descriptors: UInt64(clamping: configuration.openFiles(of: deciding.openFiles)),
      logLines: configuration.logLines(of: deciding.logLines))
    sandbox = configuration.sandbox(of: deciding.sandbox)
    // Code in the open sandbox has a network of its own.
    allowedHosts = sandbox == .strict ? configuration.allowedHosts : nil
    var start = start
    start.logLines = limits.logLines
    self.start = start
  }
}

extension GroupRules {
  /// The rules of the configuration, with one lane.
  init(_ configuration: WorkersConfiguration) {
    self.init()
    policy = configuration.policy
    minimumWorkers = configuration.minimum
    maximumWorkers = max(1, configuration.maximum)
    callsPerWorker = max(1, configuration.callsPerWorker)
    idleExit = .init(configuration.idleExit)
    maximumAge = .init(configuration.maximumAge)
    bootLimit = .init(configuration.bootLimit)
    lanes = [Lane(queueTimeout: .init(configuration.queueTimeout))]
  }
}
