import Edge
import Foundation
import Jobs
import Synchronization

extension Benchmark {
  /// From the call that enqueues to the handler's first line, on an idle host.
  func latency() async throws -> [String: Double] {
    try await withQueue("latency") { system, database in
      let (starts, continuation) = AsyncStream.makeStream(of: ContinuousClock.Instant.self)
      return try await running(system, database, started: { _ in continuation.yield(.now) }) {
        let queue = JobQueue(system.queue, database: database)
        var iterator = starts.makeAsyncIterator()
        var waits: [Double] = []
        for _ in 0..<count(2000) {
          // As requests come: not in step with anything.
          try await Task.sleep(for: .microseconds(Int.random(in: 500...3000)))
          let begin = ContinuousClock.now
          try await queue.enqueue(nothing, Empty())
          guard let start = await iterator.next() else { break }
          waits.append(begin.duration(to: start) / .milliseconds(1))
        }
        return ["enqueue_to_start_p50_ms": percentile(waits, 0.5), "enqueue_to_start_p99_ms": percentile(waits, 0.99)]
      }
    }
  }

  /// Enqueued per second by 32 tasks, each in a transaction of its own; nothing runs them.
  func enqueueing() async throws -> Double {
    try await withQueue("enqueueing") { system, database in
      let queue = JobQueue(system.queue, database: database)
      let each = count(1500)
      let elapsed = try await ContinuousClock().measure {
        try await withThrowingTaskGroup(of: Void.self) { group in
          for _ in 0..<32 {
            group.addTask { for _ in 0..<each { try await queue.enqueue(nothing, Empty()) } }
          }
          try await group.waitForAll()
        }
      }
      return Double(each * 32) / (elapsed / .seconds(1))
    }
  }

  /// No-op jobs run per second from a full queue, with so many runs in the history: each is claimed, started, ended and
  /// written.
  func draining(history: Int) async throws -> Double {
    try await withQueue("draining-\(history)", prepare: { try await fill($0, history: history) }) { system, database in
      let total = count(60_000)
      let queue = JobQueue(system.queue, database: database)
      for start in stride(from: 0, to: total, by: 500) {
        try await database.transaction { transaction in
          for _ in start..<min(start + 500, total) { try await queue.enqueue(nothing, Empty(), in: transaction) }
        }
      }
      let done = Atomic(0)
      let (ends, continuation) = AsyncStream.makeStream(of: Void.self)
      let begin = ContinuousClock.now
      let elapsed = try await running(
        system, database,
        started: { _ in if done.wrappingAdd(1, ordering: .relaxed).newValue == total { continuation.yield() } }
      ) {
        for await _ in ends { break }
        // The last ones are not over before they are written.
        while try await database.first("SELECT id FROM swiftlet_jobs") != nil { await Task.yield() }
        return begin.duration(to: .now)
      }
      return Double(total) / (elapsed / .seconds(1))
    }
  }

  private func fill(_ database: Database, history: Int) async throws {
    guard history > 0 else { return }
    try await database.execute(
      """
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(history))
      INSERT INTO swiftlet_job_runs
        (job_id, name, trigger, attempt, scheduled_at, is_late, started_at, finished_at, duration_ms, outcome, host)
      SELECT -i, 'nothing', 'enqueue', 1, '2026-01-01T00:00:00.000Z', 0, '2026-01-01T00:00:00.000Z',
        '2026-01-01T00:00:00.010Z', 10, 'completed', 'benchmark/1/x' FROM n
      """)
  }
}
