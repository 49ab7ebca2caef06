/// The limits of one call that the host enforces from outside of its worker.
package struct CallLimits: Sendable, Hashable {
  /// The CPU time after which the worker is warned and takes no new calls.
  package var softCPU = Duration.seconds(1)
  /// The CPU time after which the worker is killed.
  package var hardCPU = Duration.seconds(2)
  /// The time on the clock after which the worker is killed.
  package var wallClock = Duration.seconds(400)
  /// The time on the clock after which the client of a call without an answer gets one of the host's.
  package var idle = Duration.seconds(150)
}
