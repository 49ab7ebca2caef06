import Channel
package import Edge

/// The settings of workers: `[workers]`, and what `[functions.<name>]` and `[edge_runtime]` say of them.
package struct WorkersConfiguration: Sendable, Hashable {
  /// The settings of one function; nil stands for the common one.
  package struct Function: Sendable, Hashable {
    package var policy: GroupRules.Policy?
    /// The group of functions with which it shares its workers; nil for the bundle's choice.
    package var group: String?
    /// The memory of its worker, in bytes.
    package var memory: UInt64?
    /// The CPU time of a call after which its worker takes no new calls.
    package var softCPU: Duration?
    /// The CPU time of a call after which its worker is ended.
    package var hardCPU: Duration?
    /// The time in which a call has to begin its answer.
    package var idle: Duration?
    package var wallClock: Duration?
    package var openFiles: Int?
    /// The log lines of its worker in ten seconds.
    package var logLines: Int?
    /// The most calls at once; nil for no limit.
    package var concurrency: Int?
    /// The longest wait of a call for a place.
    package var queueTimeout: Duration?
    package var sandbox: SandboxMode?

    package init() {}
  }

  package var policy = GroupRules.Policy.perWorker
  /// The workers of a group that are kept without calls.
  package var minimum = 0
  package var maximum: Int
  /// The calls in hand from which on another worker is started.
  package var callsPerWorker = 32
  /// The time after which a worker without calls ends.
  package var idleExit = Duration.seconds(300)
  /// The maximum age of a worker. A worker is replaced when it reaches half of this age.
  package var maximumAge = Duration.seconds(3600)
  /// The time limit from a worker's start to its first frame.
  package var bootLimit = Duration.seconds(10)
  /// The longest wait of a call for a place.
  package var queueTimeout = Duration.seconds(10)
  package var sandbox = SandboxMode.strict
  /// The memory of a worker, in bytes.
  package var memory: UInt64 = 256 << 20
  package var openFiles = 256
  /// The log lines of a worker in ten seconds.
  package var logLines = LineBudget.lines
  /// The servers that a function in the strict sandbox may call if it names none itself; nil for all.
  package var allowedHosts: AllowedHosts? = AllowedHosts.publicServers
  /// The limits of a call. `wallClock` and `idle` are those of the host.
  package var calls = CallLimits()
  package var functions: [String: Function] = [:]

  /// The defaults, for a machine with so many cores.
  package init(cores: Int) { maximum = max(1, cores) }

  /// The limits of a function's calls. The soft limit of CPU time never exceeds the hard one: a limit that the function
  /// does not set follows the other one.
  package func callLimits(of settings: Function) -> CallLimits {
    CallLimits(
      softCPU: settings.softCPU ?? min(calls.softCPU, settings.hardCPU ?? calls.softCPU),
      hardCPU: settings.hardCPU ?? max(calls.hardCPU, settings.softCPU ?? .zero),
      wallClock: settings.wallClock ?? calls.wallClock, idle: settings.idle ?? calls.idle)
  }
}
