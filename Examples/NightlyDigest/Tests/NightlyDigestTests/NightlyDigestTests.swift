import Foundation
import Swiftlet
import SwiftletTesting
import Synchronization
import Testing

@testable import NightlyDigest

/// A clock that a test sets forward.
private final class SteppingClock: Sendable {
  private let instant = Mutex(Date(timeIntervalSince1970: 1_772_366_400))  // 2026-03-01T12:00:00Z

  var wall: WallClock { WallClock { self.instant.withLock { $0 } } }

  func advance(hours: Double) { instant.withLock { $0 += hours * 3600 } }
}

@Suite struct NightlyDigestTests {
  private let ada = UUID()
  private let bob = UUID()
  private let clock = SteppingClock()

  private func makeHost() async throws -> TestHost {
    try await TestHost(functions: functions, jobs: jobs, migrations: [migrations], clock: clock.wall)
  }

  private func complete(_ count: Int, by user: UUID, _ host: TestHost) async throws {
    for number in 0..<count {
      let task = CompletedTask(title: "Task \(number)")
      #expect(try await host.call("complete_task", as: .user(user), json: task).status == 204)
    }
  }

  private func digests(of user: UUID, _ host: TestHost) async throws -> [Digest] {
    try await host.call("digests", as: .user(user)).decode()
  }

  @Test func eachUserGetsTheDigestOfTheDayBefore() async throws {
    try await makeHost().test { host in
      try await complete(3, by: ada, host)
      try await complete(1, by: bob, host)
      clock.advance(hours: 15)
      try await host.run(nightlyDigest)
      try await host.drainJobs()
      #expect(try await digests(of: ada, host) == [Digest(day: "2026-03-01", tasks: 3)])
      #expect(try await digests(of: bob, host) == [Digest(day: "2026-03-01", tasks: 1)])
      #expect(try await digests(of: UUID(), host).isEmpty)
    }
  }

  @Test func aRunThatComesLateIsAboutTheDayBeforeItsTick() async throws {
    try await makeHost().test { host in
      try await complete(1, by: ada, host)
      let tick = clock.wall.now.addingTimeInterval(15 * 3600)
      clock.advance(hours: 48)
      try await host.run(nightlyDigest, scheduledAt: tick)
      try await host.drainJobs()
      #expect(try await digests(of: ada, host) == [Digest(day: "2026-03-01", tasks: 1)])
    }
  }

  @Test func aNightThatRunsTwiceMakesItsWorkOnce() async throws {
    try await makeHost().test { host in
      try await complete(2, by: ada, host)
      clock.advance(hours: 15)
      // Before the work is done, and after it.
      for _ in 0..<2 { try await host.run(nightlyDigest) }
      try await host.drainJobs()
      try await host.run(nightlyDigest)
      try await host.drainJobs()
      #expect(try await host.history(of: "write_digest").map(\.outcome) == ["completed"])
      #expect(try await digests(of: ada, host) == [Digest(day: "2026-03-01", tasks: 2)])
    }
  }

  @Test func theNextNightHasADigestOfItsOwn() async throws {
    try await makeHost().test { host in
      for _ in 0..<2 {
        try await complete(1, by: ada, host)
        clock.advance(hours: 24)
        try await host.run(nightlyDigest)
        try await host.drainJobs()
      }
      #expect(try await digests(of: ada, host).map(\.day) == ["2026-03-02", "2026-03-01"])
    }
  }
}
