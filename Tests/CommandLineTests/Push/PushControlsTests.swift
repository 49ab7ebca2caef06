import Cryptography
import Edge
import Foundation
import Logging
import Simulator
import SwiftletTesting
import Synchronization
import Testing

@testable import Console
@testable import Swiftlet

@Suite struct PushControlsTests {
  @Test func theRunningHostTellsItsPushesConnectionsAndPhones() async throws {
    let console = try Console(Application(), config: "[apns]\ntopic = \"com.example.app\"")
    try await console.withHost {
      let control = try #require(try await HostControl.running(try console.configuration()))
      let before: PushOverview = try await control.call("push_overview")
      #expect(before.status.target == "simulator")
      #expect(before.connections.isEmpty)
      #expect(before.phones == [])
      // A look starts no simulator.
      #expect(!FileManager.default.fileExists(atPath: "\(console.folder.path)/data.sqlite-apns"))
      for (title, collapse) in [("First", "a"), ("Second", "a"), ("Third", "b")] {
        let sent = await console.run(
          "push", "send", "--token", "00c0ffee", "--title", title, "--body", "Text", "--badge", "3", "--collapse-id",
          collapse)
        #expect(sent.code == 0, "\(sent.error)")
      }
      #expect(await console.run("push", "send", "--token", "00c0ffee", "--type", "background").code == 0)
      #expect(
        await console.run("push", "send", "--token", "00c0ffee", "--title", "No", "--topic", "app.other").code == 1)
      let overview: PushOverview = try await control.call("push_overview")
      let phone = try #require(overview.phones?.first)
      #expect(phone.token == "c0ffee")
      #expect(phone.badge == 3)
      #expect(phone.notifications.map(\.title) == ["Third", "Second"])
      #expect(phone.notifications.first?.body == "Text")
      #expect(phone.silent == 1)
      let service = try #require(overview.connections.first)
      #expect(service.environment == "sandbox")
      #expect(service.service == "notifications")
      #expect(service.connections.map(\.state) == [.open])
      #expect(service.lastAnswer?.status == 400)
      #expect(service.lastAnswer?.reason == "TopicDisallowed")
      #expect(service.tokenAge.map { $0 >= 0 } == true)
      #expect(service.stopped == nil)
      let activity: PushActivity = try await control.call("push_activity", PushQuery())
      #expect(activity.records.map(\.outcome) == [.refused, .delivered, .delivered, .delivered, .delivered])
      #expect(activity.records.first?.reason == "TopicDisallowed")
      #expect(activity.inFlight == 0)
      let refused: PushActivity = try await control.call("push_activity", PushQuery(outcome: "refused"))
      #expect(refused.records.map(\.topic) == ["app.other"])
    }
  }

  @Test func aStoppedSenderSaysWhyAndWhatIsMissingIsSentAgain() async throws {
    let folder = try TemporaryFolder()
    let key = P256PrivateKey()
    var configuration = SimulatorConfiguration(folder: "\(folder.path)/certificates")
    configuration.lines = .none
    configuration.keys = [ProviderKey(id: "OTHERKEY00", team: "OTHERTEAM0", publicKey: key.publicKey)]
    let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    let simulator = APNSSimulator(configuration: configuration, logger: quiet)
    let running = Task { try await simulator.run() }
    let listening = try await simulator.waitUntilListening()
    var settings = PushSettings()
    settings.target = .server(url: listening.url)
    settings.caFile = listening.caFile
    let gateway = try PushGateway(settings, simulatorFolder: nil, logger: quiet)
    let push = PushNotification(.alert(PushAlert(title: "Hello")), bundleID: settings.topic)
    let outcome = try await gateway.service.send(push, to: DeviceToken("abcd", environment: .sandbox))
    guard case .undelivered = outcome else {
      Issue.record("\(outcome)")
      return
    }
    let overview = await gateway.overview(settings)
    #expect(overview.phones == nil)
    let service = try #require(overview.connections.first)
    #expect(service.stopped?.reason == "InvalidProviderToken")
    #expect(service.stopped?.meaning.contains("Check that the key id") == true)
    #expect(service.stoppedFor.map { (1...60).contains($0) } == true)
    let before = gateway.log.activity(PushQuery())
    #expect(before.held == 1)
    let sender = Accepting()
    let resent = await gateway.log.resend(nil, by: sender)
    #expect(resent == PushResent(sent: 1, delivered: 1))
    let after = gateway.log.activity(PushQuery())
    #expect(after.held == 0)
    #expect(after.records.map(\.outcome) == [.delivered])
    #expect(after.records.map(\.apnsID) == before.records.map(\.apnsID))
    await gateway.shutdown()
    running.cancel()
    _ = await running.result
  }

  /// A bundle that is deployed later names the topic.
  @Test func theTopicIsThatOfTheServedSettings() async throws {
    var settings = PushSettings()
    settings.target = .server(url: "https://127.0.0.1:1")
    let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    let gateway = try PushGateway(settings, simulatorFolder: nil, logger: quiet)
    let topic = Mutex(settings.topic)
    let host = try await TestHost(functions: gateway.controls(topic: { topic.withLock(\.self) }))
    try await host.test { host in
      topic.withLock { $0 = "app.notes" }
      let status = try await host.call("push_status", as: .serviceRole).decode(PushStatus.self)
      #expect(status.topic == "app.notes")
      let overview = try await host.call("push_overview", as: .serviceRole).decode(PushOverview.self)
      #expect(overview.status.topic == "app.notes")
      var request = PushSendRequest(to: "abcd")
      request.title = "Hello"
      request.expiration = Int(Date().timeIntervalSince1970) + 1
      #expect(try await host.call("push_send", as: .serviceRole, json: request).status == 200)
    }
    #expect(gateway.log.activity(PushQuery()).records.map(\.topic) == ["app.notes"])
    await gateway.shutdown()
  }

  @Test(arguments: TestTransport.allCases)
  func anUndeliveredPushOfAJobIsLeftToTheJob(_ transport: TestTransport) async throws {
    let log = PushLog(clock: .system)
    let push = PushService(bundleID: "app.example", environment: .sandbox, sender: log.noting(Failing()))
    let send: @Sendable (PushService) async throws -> Void = { push in
      let hello = PushNotification(.alert(PushAlert(title: "Hello")), bundleID: push.bundleID)
      let device = try DeviceToken(String(repeating: "ab", count: 32), environment: push.environment)
      _ = try await push.send(hello, to: device)
    }
    let job = Job("remind", every: "@daily") { context in try await send(context.push) }
    let call = Function("remind_now", access: .serviceRole) { context -> NoContent in
      try await send(context.push)
      return NoContent()
    }
    let host = try await TestHost(functions: [call], jobs: [job], push: push, transport: transport)
    try await host.test { host in
      try await host.run(job, scheduledAt: Date(timeIntervalSince1970: 1_772_366_400))
      #expect(log.activity(PushQuery()).held == 0)
      #expect(log.activity(PushQuery()).records.map(\.job) == [1_772_366_400_000])
      #expect(await log.resend(nil, by: Accepting()) == PushResent(sent: 0, delivered: 0))
      #expect(try await host.call("remind_now", as: .serviceRole).status == 204)
      #expect(log.activity(PushQuery()).held == 1)
    }
    #expect(await log.resend(nil, by: Accepting()) == PushResent(sent: 1, delivered: 1))
    #expect(log.activity(PushQuery()).records.map(\.outcome) == [.delivered, .undelivered])
  }

  /// A sender that delivers nothing.
  private struct Failing: PushSending {
    func send(_ push: PreparedPush) async -> PushOutcome {
      .undelivered(PushFault(.failed, "It failed."), lastAnswer: nil, mayHaveArrived: false)
    }

    func send(_ request: ChannelRequest.Prepared) async -> ChannelAnswer {
      .undecided(PushFault(.failed, ""), lastAnswer: nil, mayHaveHappened: false)
    }
  }

  /// A sender that delivers everything.
  private struct Accepting: PushSending {
    func send(_ push: PreparedPush) async -> PushOutcome { .delivered(id: push.id, uniqueID: nil) }

    func send(_ request: ChannelRequest.Prepared) async -> ChannelAnswer {
      .undecided(PushFault(.failed, ""), lastAnswer: nil, mayHaveHappened: false)
    }
  }

  @Test func theApplicationsDeliveriesComeUnderOneName() async throws {
    let console = try Console(
      Application(
        functions: [
          Function("own_deliveries", access: .serviceRole) { (_: [String: JSONValue], _) -> [PushDelivery] in
            [
              PushDelivery(
                sessionID: "s", userID: "u", apnsID: "a", outcome: "pending", attempts: 1, reason: nil,
                updatedAt: Date(timeIntervalSince1970: 0))
            ]
          }
        ], deliveries: "own_deliveries"))
    try await console.withHost {
      let control = try #require(try await HostControl.running(try console.configuration()))
      let rows: [PushDelivery] = try await control.call("push_deliveries", ["limit": 5])
      #expect(rows.map(\.userID) == ["u"])
    }
    let none = try Console(Application())
    try await none.withHost {
      let control = try #require(try await HostControl.running(try none.configuration()))
      await #expect(throws: Failure.self) {
        let _: [PushDelivery] = try await control.call("push_deliveries", ["limit": 5])
      }
    }
  }
}
