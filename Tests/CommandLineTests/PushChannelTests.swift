import APNs
import Cryptography
import Edge
import Foundation
import Logging
import Push
import Simulator
import Testing

@testable import Swiftlet

/// Channels by `context.push`, with the real sender and a simulator.
@Suite struct PushChannelTests {
  private struct Channels {
    let push: PushService
    let sender: PushSender
    let simulator: APNSSimulator
  }

  private func withChannels(
    _ steps: [FaultScript.Step] = [], _ body: (Channels) async throws -> Void
  ) async throws {
    let folder = try TemporaryFolder()
    let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    let key = P256PrivateKey()
    var simulated = SimulatorConfiguration(folder: "\(folder.path)/certificates")
    simulated.lines = .none
    simulated.topics = ["app.swivo"]
    simulated.keys = [
      ProviderKey(id: "TESTKEY001", team: "TESTTEAM01", publicKey: key.publicKey)
    ]
    simulated.faults = FaultScript(steps: steps)
    let simulator = APNSSimulator(configuration: simulated, logger: silent)
    let running = Task { try await simulator.run() }
    let listening = try await simulator.waitUntilListening()
    var configuration = PushConfiguration(
      credentials: try PushCredentials(keyID: "TESTKEY001", teamID: "TESTTEAM01", privateKey: key.pem))
    configuration.setURL(listening.url)
    configuration.caFile = listening.caFile
    configuration.backOff.base = .milliseconds(1)
    configuration.backOff.longest = .milliseconds(5)
    let sender = try PushSender(configuration: configuration, logger: silent)
    let push = PushService(bundleID: "app.swivo", environment: .sandbox, sender: sender)
    let result: Result<Void, any Error>
    do {
      result = .success(try await body(Channels(push: push, sender: sender, simulator: simulator)))
    } catch {
      result = .failure(error)
    }
    await sender.shutdown()
    running.cancel()
    _ = await running.result
    try result.get()
  }

  private static func answer(_ status: Int, _ reason: String) -> FaultScript.Choice {
    .init(.answer(FaultAnswer(status: status, reason: reason)))
  }

  private func broadcast(on channel: String) -> PushBroadcast {
    PushBroadcast(.update(state: ["score": 1]), bundleID: "app.swivo", channelID: channel, expiration: .oneAttempt)
  }

  @Test func channelsAreMadeReadListedAndDeleted() async throws {
    try await withChannels { channels in
      let push = channels.push
      #expect(try await push.channels() == [])
      let first = try await push.createChannel(keeping: .nothing)
      let second = try await push.createChannel(keeping: .mostRecent)
      #expect(try await push.channel(first) == .nothing)
      #expect(try await push.channel(second) == .mostRecent)
      #expect(try await Set(push.channels()) == [first, second])
      try await push.deleteChannel(first)
      #expect(try await push.channels() == [second])
      let gone = await #expect(throws: PushFault.self) { try await push.channel(first) }
      #expect(gone?.code.rawValue == "ChannelNotRegistered")
      #expect(gone?.field == "apns-channel-id")
      let twice = await #expect(throws: PushFault.self) { try await push.deleteChannel(first) }
      #expect(twice?.code.rawValue == "ChannelNotRegistered")
      #expect(channels.simulator.status.rejected == ["ChannelNotRegistered": 2])
    }
  }

  @Test func aBroadcastGoesToItsChannel() async throws {
    try await withChannels { channels in
      let channel = try await channels.push.createChannel(keeping: .nothing)
      let id = UUID()
      let outcome = try await channels.push.send(broadcast(on: channel), id: id)
      guard case .delivered(id, _) = outcome else {
        Issue.record("\(outcome)")
        return
      }
      #expect(channels.simulator.notifications.count == 1)
      try await channels.push.deleteChannel(channel)
      guard case .refused(let fault, _) = try await channels.push.send(broadcast(on: channel)) else {
        Issue.record("it was not refused")
        return
      }
      #expect(fault.code.rawValue == "ChannelNotRegistered")
      // Handles for channels and handles for notifications are separate.
      #expect(try await channels.push.channels() == [])
    }
  }

  @Test func theAnswerTableDecidesWhichRequestsAreRetried() async throws {
    let faults: [FaultScript.Step] = [
      .init(count: 1, faults: [Self.answer(503, "ServiceUnavailable")]),
      .init(count: 1, faults: [Self.answer(500, "InternalServerError")]),
      .init(count: 1, faults: [Self.answer(429, "TooManyRequests")]),
      .init(count: 1, faults: [Self.answer(403, "ExpiredProviderToken")]),
      .init(count: 1, faults: [.init(.disconnect)]),
      .init(count: 1, faults: [.init(.reset(.refusedStream))]),
    ]
    try await withChannels(faults) { channels in
      let channel = try await channels.push.createChannel(keeping: .nothing)
      #expect(try await channels.push.channels() == [channel])
      #expect(channels.simulator.status.faults.values.reduce(0, +) == 6)
    }
  }

  @Test func aKeyThatIsRefusedStopsOnlyTheManagement() async throws {
    let faults = [FaultScript.Step(count: 1, faults: [Self.answer(403, "InvalidProviderToken")])]
    try await withChannels(faults) { channels in
      for _ in 0..<2 {
        let fault = await #expect(throws: PushFault.self) { try await channels.push.channels() }
        #expect(fault?.code.rawValue == "InvalidProviderToken")
      }
      // The second request was not sent.
      #expect(channels.simulator.status.requests == 1)
      let notification = PushNotification(.alert(PushAlert(title: "Hello")), bundleID: "app.swivo")
      let outcome = try await channels.push.send(notification, to: DeviceToken("abcd", environment: .sandbox))
      guard case .delivered = outcome else {
        Issue.record("\(outcome)")
        return
      }
    }
  }

  @Test func aLongListOfChannelsIsRead() async throws {
    try await withChannels { channels in
      var made: Set<String> = []
      try await withThrowingTaskGroup(of: String.self) { group in
        for _ in 0..<500 { group.addTask { try await channels.push.createChannel(keeping: .nothing) } }
        for try await id in group { made.insert(id) }
      }
      #expect(made.count == 500)
      #expect(try await Set(channels.push.channels()) == made)
    }
  }

  @Test func cancelledAndLateRequestsGetAFault() async throws {
    let silence = [FaultScript.Step(count: nil, faults: [.init(.silence)])]
    try await withChannels(silence) { channels in
      let asking = Task { try await channels.push.channels() }
      asking.cancel()
      let cancelled = await #expect(throws: PushFault.self) { try await asking.value }
      #expect(cancelled?.code == .cancelled)
      await channels.sender.shutdown()
      let late = await #expect(throws: PushFault.self) { try await channels.push.channels() }
      #expect(late?.code == .shutdown)
    }
  }

  @Test func aMissingSenderIsAClearError() async throws {
    let error = await #expect(throws: FunctionError.self) { try await PushService.none.deleteChannel("abc=") }
    #expect(error?.status.code == 503)
  }

  @Test func theAddressOfChannelsIsCheckedToo() throws {
    let key = P256PrivateKey().pem
    var configuration = PushConfiguration(
      credentials: try PushCredentials(keyID: "TESTKEY001", teamID: "TESTTEAM01", privateKey: key))
    configuration.channelURLs[.sandbox] = "http://127.0.0.1:1"
    let error = #expect(throws: PushError.self) {
      _ = try PushSender(configuration: configuration, logger: Logger(label: "test"))
    }
    #expect(error?.field == "channel URL (sandbox)")
  }
}
