package import NIOCore

/// The rules of one group: how many workers it has, how long they live, and how long calls wait.
package struct GroupRules: Sendable, Hashable {
  /// The use of a worker.
  package enum Policy: String, Sendable, Hashable, CaseIterable, Codable {
    /// A worker is reused, and answers many calls at once.
    case perWorker = "per_worker"
    /// A worker answers one call and ends.
    case oneshot
  }

  /// The rules of calls that share a concurrency limit: those of one function.
  package struct Lane: Sendable, Hashable {
    /// The most calls that run at once; nil for no limit.
    package var concurrency: Int?
    /// The longest wait of a call for a place.
    package var queueTimeout = TimeAmount.seconds(10)
  }

  /// The use of a worker.
  package var policy = Policy.perWorker
  /// The workers that are kept without calls.
  package var minimumWorkers = 0
  /// The most workers that take calls.
  package var maximumWorkers = 2
  /// The calls in hand from which on a worker is full, so that another one is started. It is no limit: calls beyond it
  /// go to the worker with the fewest.
  package var callsPerWorker = 32
  /// The most calls in hand of one worker: the places of its call page.
  package var slots = 4096
  package var maximumWaiting = 10_000
  /// The time after which a worker without calls ends.
  package var idleExit = TimeAmount.minutes(5)
  /// The maximum age of a worker. A worker is replaced when it reaches half of this age.
  package var maximumAge = TimeAmount.hours(1)
  /// The time limit from a worker's start to its first frame.
  package var bootLimit = TimeAmount.seconds(10)
  /// The number of deaths at boot in a row from which on starts are ``bootPause`` apart, and calls are refused.
  package var bootTolerance = 10
  /// The time between two starts after ``bootTolerance`` deaths at boot.
  package var bootPause = TimeAmount.seconds(5)
  /// The time after which a worker is started without a call, counted from the last start, while calls are refused.
  /// This start shows whether workers start again: a host that is not ready may get no calls.
  package var bootProbe = TimeAmount.minutes(1)
  /// The upper limit of ``bootProbe``, which doubles with each such start in a row. Each failed start adds a line to
  /// the log of deaths.
  package var longestBootProbe = TimeAmount.minutes(15)
  /// The age below which the death of a worker that was ready is an early one.
  package var earlyDeathAge = TimeAmount.seconds(1)
  /// The number of early deaths in a row from which on starts are ``earlyDeathPause`` apart. Calls wait meanwhile.
  package var earlyDeathTolerance = 3
  /// The time without a start after which earlier deaths do not count.
  package var earlyDeathMemory = TimeAmount.minutes(1)
  /// The time between two starts after ``earlyDeathTolerance`` early deaths. A start takes some 10 ms of a core, which
  /// other functions need.
  package var earlyDeathPause = TimeAmount.milliseconds(50)
  /// The time limit for a retired worker without calls to exit. After it, the host kills the worker.
  package var retireLimit = TimeAmount.seconds(10)
  /// The time for which the workers of a replaced version take calls that were on their way.
  package var linger = TimeAmount.seconds(1)
  /// The time for which a replaced version is kept, so that a late call or a roll-back still finds it.
  package var memory = TimeAmount.minutes(10)
  /// The rules of the lanes. A call names its lane by its index.
  package var lanes = [Lane()]

  package init() {}

  /// The maximum number of worker processes, including retiring ones: four times ``maximumWorkers``.
  package var maximumProcesses: Int { maximumWorkers * 4 }
}
