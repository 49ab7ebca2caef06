import Edge
import Foundation
import Jobs
import Synchronization

extension Benchmark {
  /// Makes the tables.
  func prepare() async throws { try await withQueue("host") { _, _ in } }

  /// A host without HTTP: runs whatever is in the queue until the process ends.
  func host() async throws {
    try await withQueue("host", isFresh: false) { system, database in
      try await running(system, database, started: { _ in }) {
        print("ready")
        fflush(nil)
        try await Task.sleep(for: .seconds(86_400))
      }
    }
  }

  /// Enqueues and runs so many jobs a second until the process ends, and says each second how long they took
  /// to start.
  func steady(perSecond: Double) async throws {
    try await withQueue("steady", isFresh: false) { system, database in
      let waits = Waits()
      try await running(
        system, database,
        started: { run in waits.end(run.id) }
      ) {
        let queue = JobQueue(system.queue, database: database)
        let enqueue = { @Sendable () async throws in
          let begin = ContinuousClock.now
          try await database.transaction { transaction in
            let job = try await queue.enqueue(nothing, Empty(), in: transaction)
            waits.begin(job.id, at: begin)
          }
        }
        var next = ContinuousClock.now
        var report = next + .seconds(1)
        try await withThrowingDiscardingTaskGroup { group in
          while true {
            next += .seconds(1 / perSecond)
            if next > .now { try await Task.sleep(until: next) }
            group.addTask { try await enqueue() }
            guard .now >= report else { continue }
            report += .seconds(1)
            let seen = waits.take()
            let (p50, p99) = (percentile(seen, 0.5), percentile(seen, 0.99))
            print("{\"jobs\": \(seen.count), \"p50_ms\": \(p50), \"p99_ms\": \(p99)}")
            fflush(nil)
          }
        }
      }
    }
  }
}

/// How long jobs took from the call that enqueues them to their handler's first line.
private final class Waits: Sendable {
  private let begun = Mutex<[Int64: ContinuousClock.Instant]>([:])
  private let ended = Mutex<[Double]>([])

  func begin(_ id: Int64, at instant: ContinuousClock.Instant) { begun.withLock { $0[id] = instant } }

  func end(_ id: Int64) {
    let now = ContinuousClock.now
    guard let begin = begun.withLock({ $0.removeValue(forKey: id) }) else { return }
    ended.withLock { $0.append(begin.duration(to: now) / .milliseconds(1)) }
  }

  /// Those since the last call, in milliseconds.
  func take() -> [Double] {
    ended.withLock { ended in
      defer { ended = [] }
      return ended
    }
  }
}
