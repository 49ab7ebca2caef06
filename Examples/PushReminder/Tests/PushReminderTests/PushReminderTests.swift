import Foundation
import Swiftlet
import SwiftletTesting
import Synchronization
import Testing

@testable import PushReminder

@Suite struct PushReminderTests {
  private static let noon = Date(timeIntervalSince1970: 1_772_366_400)  // 2026-03-01T12:00:00Z
  private static let device = String(repeating: "ab", count: 32)

  @Test func aReminderWaitsForItsTime() async throws {
    let host = try await TestHost(functions: functions, migrations: [migrations], clock: .fixed(Self.noon))
    let later = NewReminder(text: "Call Ada", device: Self.device, at: Self.noon.addingTimeInterval(3600))
    #expect(try await host.call("remind_me", as: .user(UUID()), json: later).status == 200)
    try await host.drainJobs()
    #expect(try await host.queuedJobs(of: "send_reminder").map(\.state) == ["scheduled"])
    #expect(try await host.history(of: "send_reminder").isEmpty)
    await host.shutdown()
  }

  /// This host has nothing to send with: what cannot be sent stays in the queue and is tried again.
  @Test func whatCannotBeSentIsTriedAgain() async throws {
    let host = try await TestHost(functions: functions, migrations: [migrations], clock: .fixed(Self.noon))
    let reminder = NewReminder(text: "Call Ada", device: Self.device, at: nil)
    #expect(try await host.call("remind_me", as: .user(UUID()), json: reminder).status == 200)
    try await host.drainJobs()
    #expect(try await host.history(of: "send_reminder").first?.outcome == "failed")
    #expect(try await host.queuedJobs(of: "send_reminder").count == 1)
    let row = try #require(try await host.database.first("SELECT outcome FROM reminders"))
    #expect(try row.get("outcome") == "waiting")
    await host.shutdown()
  }

  @Test func aMalformedTokenIsRefusedAtOnce() async throws {
    let host = try await TestHost(functions: functions, migrations: [migrations])
    for device in ["", "abc", "no hex"] {
      let reminder = NewReminder(text: "Call Ada", device: device, at: nil)
      #expect(try await host.call("remind_me", as: .user(UUID()), json: reminder).status == 400)
    }
    #expect(try await host.queuedJobs().isEmpty)
    await host.shutdown()
  }
}
