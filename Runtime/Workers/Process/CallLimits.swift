/// The limits of one call that the host enforces from outside of its worker.
package struct CallLimits: Sendable, Hashable {
  /// The CPU time after which the worker is warned and takes no new calls.
  package var softCPU: Duration
  /// The CPU time after which the worker is killed.
  package var hardCPU: Duration
  /// The time on the clock after which the worker is killed.
  package var wallClock: Duration
  /// The time on the clock after which the client of a call without an answer gets one of the host's.
  package var idle: Duration

  package init(
    softCPU: Duration = .seconds(1), hardCPU: Duration = .seconds(2), wallClock: Duration = .seconds(400),
    idle: Duration = .seconds(150)
  ) {
    self.softCPU = softCPU
    self.hardCPU = hardCPU
    self.wallClock = wallClock
    self.idle = idle
  }
}
