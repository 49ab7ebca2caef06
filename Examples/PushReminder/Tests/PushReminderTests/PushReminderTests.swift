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
    try await TestHost(functions: functions, migrations: [migrations], clock: .fixed(Self.noon)).test { host in
      let later = NewReminder(text: "Call Ada", device: Self.device, at: Self.noon.addingTimeInterval(3600))
      #expect(try await host.call("remind_me", as: .user(UUID()), json: later).status == 200)
      try await host.drainJobs()
      #expect(try await host.queuedJobs(of: "send_reminder").map(\.state) == ["scheduled"])
      #expect(try await host.history(of: "send_reminder").isEmpty)
    }
  }

  /// An outcome of the notification, and what follows from it.
  struct Consequence: Sendable {
    let push: PushOutcome
    /// The outcome of the job's run.
    let run: String
    let reminder: String
    var isDeviceKept = true
    var isTriedAgain = false
  }

  private static let consequences = [
    Consequence(push: .delivered(id: UUID(), uniqueID: nil), run: "completed", reminder: "delivered"),
    Consequence(
      push: .unregistered(since: noon, PushAnswer(status: 410, reason: "Unregistered")), run: "completed",
      reminder: "unregistered", isDeviceKept: false),
    Consequence(
      push: .refused(PushFault(.badDeviceToken, "It is unknown."), PushAnswer(status: 400, reason: "BadDeviceToken")),
      run: "discarded", reminder: "refused"),
    Consequence(
      push: .undelivered(PushFault(.timedOut, "No answer came."), lastAnswer: nil, mayHaveArrived: true),
      run: "failed", reminder: "waiting", isTriedAgain: true),
  ]

  @Test(arguments: consequences) func eachAnswerHasItsConsequence(_ consequence: Consequence) async throws {
    let sent = Mutex<[PreparedPush]>([])
    let push = PushService { push in
      sent.withLock { $0.append(push) }
      return consequence.push
    }
    let host = try await TestHost(
      functions: functions, migrations: [migrations], push: push, clock: .fixed(Self.noon))
    try await host.test { host in
      let new = NewReminder(text: "Call Ada", device: Self.device, at: nil)
      let reminder = try await host.call("remind_me", as: .user(UUID()), json: new).decode(ReminderReference.self)
      try await host.drainJobs()
      let pushes = sent.withLock { $0 }
      #expect(pushes.map(\.id) == [reminder.id])
      #expect(pushes.first.map { String(decoding: $0.body, as: UTF8.self) }?.contains("Call Ada") == true)
      #expect(try await host.history(of: "send_reminder").map(\.outcome) == [consequence.run])
      #expect(try await host.queuedJobs(of: "send_reminder").isEmpty == !consequence.isTriedAgain)
      let row = try #require(try await host.database.first("SELECT outcome, device FROM reminders"))
      #expect(try row.get("outcome") == consequence.reminder)
      #expect(try row.get("device", as: String?.self) == (consequence.isDeviceKept ? Self.device : nil))
    }
  }

  /// This host has nothing to send with: what cannot be sent stays in the queue and is tried again.
  @Test func whatCannotBeSentIsTriedAgain() async throws {
    try await TestHost(functions: functions, migrations: [migrations], clock: .fixed(Self.noon)).test { host in
      let reminder = NewReminder(text: "Call Ada", device: Self.device, at: nil)
      #expect(try await host.call("remind_me", as: .user(UUID()), json: reminder).status == 200)
      try await host.drainJobs()
      #expect(try await host.history(of: "send_reminder").first?.outcome == "failed")
      #expect(try await host.queuedJobs(of: "send_reminder").count == 1)
      let row = try #require(try await host.database.first("SELECT outcome FROM reminders"))
      #expect(try row.get("outcome") == "waiting")
    }
  }

  @Test func aMalformedTokenIsRefusedAtOnce() async throws {
    try await TestHost(functions: functions, migrations: [migrations]).test { (host) async throws in
      for device in ["", "abc", "no hex"] {
        let reminder = NewReminder(text: "Call Ada", device: device, at: nil)
        #expect(try await host.call("remind_me", as: .user(UUID()), json: reminder).status == 400)
      }
      #expect(try await host.queuedJobs().isEmpty)
    }
  }
}
