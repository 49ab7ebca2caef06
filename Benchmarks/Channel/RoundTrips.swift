import Channel
import Foundation
import Loop
import NIOCore

/// The round trips of one measurement.
struct RoundTrips: CustomStringConvertible {
  let count: Int
  let seconds: Double
  let processorSeconds: Double

  var description: String {
    let perSecond = Double(count) / seconds
    let cost = processorSeconds / Double(count) * 1_000_000
    return String(format: "%.0f round trips/s, %.1f us of CPU each (both sides)", perSecond, cost)
  }

  /// Opens exchanges of 300 bytes from so many tasks on the host's loop.
  static func measure(
    on channel: WorkerChannel, _ loop: ChannelLoop, callers: Int, seconds: Double
  ) async throws -> RoundTrips {
    let payload = ByteBuffer(repeating: 1, count: 300)
    let start = ContinuousClock.now
    let before = clock()
    let end = start + .seconds(seconds)
    let count = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<callers {
        group.addTask(executorPreference: loop.reactor) {
          var count = 0
          while ContinuousClock.now < end {
            _ = try await channel.open(payload).answer()
            count += 1
          }
          return count
        }
      }
      return try await group.reduce(0, +)
    }
    return RoundTrips(
      count: count, seconds: (ContinuousClock.now - start) / .seconds(1),
      processorSeconds: Double(clock() - before) / Double(CLOCKS_PER_SEC))
  }
}
