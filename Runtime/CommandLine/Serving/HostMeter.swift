import FoundationEssentials
import Glibc
import Host
import Jobs
import Synchronization

/// Measures this process for its announcements: rates are those since the measurement before.
final class HostMeter: Sendable {
  private struct Reading {
    let instant: ContinuousClock.Instant
    let calls: Int
    /// The processor time of the process in seconds.
    let processorTime: Double
  }

  private let version: String
  private let countCalls: @Sendable () -> (ended: Int, running: Int)
  private let last: Mutex<Reading>

  /// - Parameters:
  ///   - version: the version of the program or its application.
  ///   - countCalls: counts the calls that have ended, and those in hand.
  init(version: String, countCalls: @escaping @Sendable () -> (ended: Int, running: Int)) {
    self.version = version
    self.countCalls = countCalls
    last = Mutex(Reading(instant: .now, calls: countCalls().ended, processorTime: Self.processorTime))
  }

  var figures: HostFigures {
    let calls = countCalls()
    let reading = Reading(instant: .now, calls: calls.ended, processorTime: Self.processorTime)
    let before = last.withLock { last in
      defer { last = reading }
      return last
    }
    let seconds = max(0.001, (reading.instant - before.instant) / .seconds(1))
    return HostFigures(
      version: version, callsPerSecond: Double(max(0, reading.calls - before.calls)) / seconds, inFlight: calls.running,
      processors: max(0, reading.processorTime - before.processorTime) / seconds, memory: Self.memory)
  }

  /// The processor time of the process in seconds. POSIX has a million clocks in a second.
  private static var processorTime: Double { Double(clock()) / 1_000_000 }

  /// The resident memory in bytes (proc_pid_statm(5): the second number, in pages).
  private static var memory: Int? {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
    let numbers = text.split(separator: " ")
    return numbers.count > 1 ? Int(numbers[1]).map { $0 * sysconf(Int32(_SC_PAGESIZE)) } : nil
  }
}
