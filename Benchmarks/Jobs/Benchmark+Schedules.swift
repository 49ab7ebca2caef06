import Edge
import Foundation
import Jobs
import Scheduling
import Synchronization

extension Benchmark {
  /// How late jobs start of which a thousand are due in the same second.
  func lateness() async throws -> [String: Double] {
    let rounds = 5
    let number = count(1000)
    let busy = (0..<number).map { Job("beat_\($0)", every: "*/4 * * * * *", overlap: .allow) { _ in } }
    let lateness = Mutex<[Double]>([])
    let late = try await withQueue("schedules", jobs: busy, functions: []) { system, database in
      try await running(
        system, database, schedules: true,
        started: { run in
          let late = Date().timeIntervalSince(run.scheduledAt) * 1000
          lateness.withLock { $0.append(late) }
        }
      ) {
        while lateness.withLock({ $0.count }) < number * rounds { try await Task.sleep(for: .milliseconds(50)) }
        return lateness.withLock { $0 }
      }
    }
    return [
      "schedules": Double(number), "lateness_p50_ms": percentile(late, 0.5), "lateness_p99_ms": percentile(late, 0.99),
      "lateness_max_ms": late.max() ?? .nan,
    ]
  }

  /// What a scheduler costs that has nothing to do, in percent of a processor.
  func idleCost() async throws -> Double {
    let idle = (0..<count(1000)).map { Job("rest_\($0)", every: "0 0 1 1 *") { _ in } }
    return try await withQueue("idle", jobs: idle, functions: []) { system, database in
      try await running(system, database, schedules: true, started: { _ in }) {
        try await Task.sleep(for: .seconds(1))
        let before = clock()
        try await Task.sleep(for: .seconds(10))
        return Double(clock() - before) / Double(CLOCKS_PER_SEC) / 10 * 100
      }
    }
  }

  /// Nanoseconds to the next fire of common expressions, and of the ones that search longest.
  func nextFires() throws -> [String: Double] {
    let expressions = [
      ("minutely", "* * * * *", "UTC"), ("weekdays", "30 2 * * MON-FRI", "Europe/Berlin"),
      ("monthly", "0 9 L * *", "America/New_York"), ("leap_day", "0 0 29 2 *", "UTC"),
    ]
    var figures: [String: Double] = [:]
    for (name, expression, zone) in expressions {
      let schedule = try Schedule(expression, timeZone: zone)
      let rounds = count(100_000)
      var instant = Date(timeIntervalSince1970: 1_800_000_000)
      let elapsed = ContinuousClock().measure {
        for round in 0..<rounds {
          // Not ever further into the future: the years to come are the ones that matter.
          instant =
            round % 50 == 0 ? Date(timeIntervalSince1970: 1_800_000_000) : schedule.next(after: instant) ?? instant
        }
      }
      figures["next_fire_\(name)_ns"] = elapsed / .nanoseconds(1) / Double(rounds)
    }
    return figures
  }
}
