import Console
import Cryptography
import Curl
import Edge
import Foundation
import Logging
import Simulator
import Testing

@testable import Swiftlet

@Suite struct PushCommandTests {
  /// Runs a test with a simulator that the commands reach by `APNS_URL`, like one in another process.
  private func withSimulator(_ body: (Console, APNSSimulator) async throws -> Void) async throws {
    let console = try Console(Application())
    var configuration = SimulatorConfiguration(folder: "\(console.folder.path)/certificates")
    configuration.lines = .none
    let simulator = APNSSimulator(
      configuration: configuration, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let running = Task { try await simulator.run() }
    let listening = try await simulator.waitUntilListening()
    try console.folder.write(
      ".env", "APNS_URL=\(listening.url)\nAPNS_CA_FILE=\(listening.caFile)\nSWIFTLET_LOG_LEVEL=critical\n")
    let result: Result<Void, any Error>
    do {
      result = .success(try await body(console, simulator))
    } catch {
      result = .failure(error)
    }
    running.cancel()
    _ = await running.result
    try result.get()
  }

  @Test func aNotificationIsSentAndItsAnswerShown() async throws {
    try await withSimulator { console, simulator in
      let id = UUID().uuidString.lowercased()
      let start = Int64(Date().timeIntervalSince1970)
      let sent = await console.run(
        "push", "send", "--token", "ABcd", "--title", "Hello", "--body", "there", "--data", "game={\"id\":7}", "--data",
        "note=a b", "--id", id, "--collapse-id", "c", "--expiration", "1h", "--priority", "5", "--topic", "app.example")
      #expect(sent.code == 0, "\(sent.error)")
      #expect(sent.output.hasPrefix("apns-id   \(id)\n"))
      #expect(sent.output.contains("\nanswer    200\nmeaning   The server at https://127.0.0.1:"), "\(sent.output)")
      #expect(sent.output.contains(" accepted the notification. "))
      #expect(sent.error.hasPrefix("Sent by this process, to https://127.0.0.1:"))
      let arrived = try #require(simulator.notifications.first)
      #expect(simulator.notifications.count == 1)
      #expect(arrived.apnsID == id)
      #expect(arrived.token == "abcd")
      #expect(arrived.topic == "app.example")
      #expect(arrived.priority == 5)
      #expect(arrived.collapseID == "c")
      let expiration = try #require(arrived.expiration)
      #expect((start...Int64(Date().timeIntervalSince1970) + 1).contains(expiration - 3600))
      #expect(
        try Wire.decode(JSONValue.self, from: arrived.payload) == [
          "aps": ["alert": ["title": "Hello", "body": "there"]], "game": ["id": 7], "note": "a b",
        ])
    }
  }

  @Test func aWholePayloadIsSentUnchanged() async throws {
    try await withSimulator { console, simulator in
      let text = #"{"aps":{"timestamp":1772366400,"event":"update","content-state":{"score":1.50}}}"#
      let path = try console.folder.write("activity.json", text)
      let sent = await console.run(
        "push", "send", "--token", "abcd", "--type", "liveactivity", "--payload", path, "--json")
      #expect(sent.code == 0, "\(sent.error)\(sent.output)")
      #expect(try sent.json(as: PushReceipt.self).outcome == "delivered")
      #expect(simulator.notifications.first.map { String(decoding: $0.payload, as: UTF8.self) } == text)
      #expect(simulator.notifications.first?.topic == "com.example.app.push-type.liveactivity")
    }
  }

  @Test func anUndeliveredNotificationExitsWith1() async throws {
    try await withSimulator { console, simulator in
      let since = Date(timeIntervalSince1970: 1_772_366_400)
      simulator.unregister("abcd", at: since)
      let gone = await console.run("push", "send", "--token", "abcd", "--title", "Hello", "--json")
      #expect(gone.code == 1)
      let receipt: PushReceipt = try gone.json()
      #expect(receipt.outcome == "unregistered")
      #expect(receipt.status == 410)
      #expect(receipt.unregisteredSince == since)
      simulator.register(SimulatedDevice(token: "abcd", environment: .production))
      let refused = await console.run("push", "send", "--token", "abcd", "--title", "Hello")
      #expect(refused.code == 1)
      #expect(refused.output.contains("answer    400 BadDeviceToken\n"), "\(refused.output)")
      let empty = await console.run("push", "send", "--token", "abcd")
      #expect(empty.code == 1)
      #expect(empty.error.hasPrefix("error: aps.alert: The alert has no title"), "\(empty.error)")
      #expect(simulator.notifications.isEmpty)
    }
  }

  @Test func anUnreachableServerIsNamed() async throws {
    try await withSimulator { console, _ in
      let certificate = "\(console.folder.path)/certificates/ca.pem"
      try console.folder.write(".env", "APNS_URL=https://127.0.0.1:1\nAPNS_CA_FILE=\(certificate)\n")
      let sent = await console.run(
        "push", "send", "--token", "abcd", "--title", "Hello", "--expiration", "1s", "--json")
      #expect(sent.code == 1)
      let receipt: PushReceipt = try sent.json()
      #expect(receipt.outcome == "undelivered")
      #expect(receipt.status == nil)
      #expect(receipt.mayHaveArrived == false)
    }
  }

  @Test func withoutAKeyTheRunningHostSendsToItsSimulator() async throws {
    let console = try Console(Application(), config: "[apns]\ntopic = \"com.example.app\"")
    let alone = await console.run("push", "send", "--token", "abcd", "--title", "Hello")
    #expect(alone.code == 69)
    #expect(alone.error.hasPrefix("error: No key of Apple's is configured"))
    #expect(alone.error.contains("\nhint: set APNS_KEY_ID"))
    let idle = await console.run("push", "status")
    #expect(idle.code == 0)
    #expect(idle.error == "No host is running; this is what the configuration says.\n")
    #expect(idle.output.hasPrefix("Pushes go to the host's simulator.\n"))
    try await console.withHost {
      let sent = await console.run("push", "send", "--token", "abcd", "--title", "Hello", "--json")
      #expect(sent.code == 0, "\(sent.error)\(sent.output)")
      #expect(sent.error.hasPrefix("Sent by the running host, to the host's simulator at https://127.0.0.1:"))
      let status: PushStatus = try await console.run("push", "status", "--json").json()
      #expect(status.target == "simulator")
      #expect(status.topic == "com.example.app")
      let inspection = try #require(status.inspectionURL)
      let arrived = try await Self.arrived(at: inspection)
      #expect(arrived.map(\.token) == ["abcd"])
      let wrong = await console.run("push", "send", "--token", "xyz", "--title", "Hello")
      #expect(wrong.code == 1)
      #expect(wrong.error.hasPrefix("error: device token: "), "\(wrong.error)")
      let foreign = await console.run("push", "send", "--token", "abcd", "--title", "Hello", "--topic", "app.other")
      #expect(foreign.code == 1)
      #expect(foreign.output.contains("answer    400 TopicDisallowed\n"), "\(foreign.output)")
    }
  }

  /// What a person who opens the address sees.
  private static func arrived(at inspectionURL: String) async throws -> [DemoPush] {
    let http = HTTPClient()
    let window = SimulatorInspector(http: http, url: inspectionURL.replacing("/_simulator", with: ""), caFile: nil)
    let arrived = try await window.arrived()
    await http.shutdown()
    return arrived
  }

  @Test func functionsSendThroughTheSimulatorThatStartsWithTheFirst() async throws {
    let console = try Console(
      Application(functions: [
        Function("poke", access: .anyone) { context in
          let push = PushNotification(.alert(PushAlert(title: "Hi")), bundleID: context.push.bundleID)
          let token = try DeviceToken("abcd", environment: context.push.environment)
          guard case .delivered = try await context.push.send(push, to: token) else { return ["delivered": false] }
          return ["delivered": true]
        }
      ]))
    let folder = "\(console.folder.path)/data.sqlite-apns"
    try await console.withHost {
      #expect(!FileManager.default.fileExists(atPath: folder))
      #expect(await console.run("invoke", "poke").output == "{\"delivered\":true}")
      #expect(FileManager.default.fileExists(atPath: folder))
    }
    // Without a host there is no simulator, so the call fails.
    let alone = await console.run("invoke", "poke")
    #expect(alone.code == 1)
    #expect(alone.output.contains("APNS_KEY_ID"), "\(alone.output)")
  }

  @Test func inThisProcessFunctionsSendToTheConfiguredServer() async throws {
    try await withSimulator { console, simulator in
      let application = Application(functions: [
        Function("poke", access: .anyone) { context in
          let push = PushNotification(.alert(PushAlert(title: "Hi")), bundleID: context.push.bundleID)
          _ = try await context.push.send(push, to: DeviceToken("abcd", environment: context.push.environment))
          return NoContent()
        }
      ])
      let other = try Console(application)
      try other.folder.write(".env", try console.folder.read(".env"))
      #expect(await other.run("invoke", "poke").code == 0)
      #expect(simulator.notifications.map(\.token) == ["abcd"])
    }
  }

  @Test func deliveriesComeFromTheApplicationsFunction() async throws {
    let none = try Console(Application(functions: [Function("other", access: .anyone) { _ in 1 }]))
    #expect(
      await none.run("push", "deliveries").error == "error: This application names no function that lists deliveries\n")
    let console = try Console(
      Application(
        functions: [
          Function("match_deliveries", access: .serviceRole) { (filter: [String: JSONValue], _) -> [JSONValue] in
            guard filter["outcome"] != "wrong" else { throw FunctionError.validation("There is no such outcome") }
            return [
              [
                "session_id": filter["session_id"] ?? "s", "user_id": "u", "apns_id": "a", "outcome": "undelivered",
                "attempts": 3, "reason": "Shutdown", "updated_at": "2026-03-01T12:00:00.000Z",
              ]
            ]
          }
        ], deliveries: "match_deliveries"))
    #expect(await console.run("push", "--help", options: false).output.contains("push deliveries"))
    let table = await console.run("push", "deliveries", "--session", "x")
    #expect(
      table.output
        == """
        SESSION  USER  OUTCOME      TRIES  REASON    APNS-ID  UPDATED
        x        u     undelivered  3      Shutdown  a        2026-03-01T12:00:00Z

        """)
    #expect(table.error == "")
    let list: [PushDelivery] = try await console.run("push", "deliveries", "--json").json()
    #expect(list.map(\.attempts) == [3])
    let wrong = await console.run("push", "deliveries", "--outcome", "wrong")
    #expect(wrong.code == 1)
    #expect(wrong.error == "error: There is no such outcome\n")
  }

  @Test(arguments: [
    ["--type", "post"], ["--environment", "prod"], ["--priority", "7"], ["--id", "1"], ["--expiration", "soon"],
    ["--data", "novalue"], ["--payload", "x.json", "--title", "both"],
  ])
  func wrongFlagsAreRefused(_ flags: [String]) async throws {
    let console = try Console(Application())
    let result = await console.run(["push", "send", "--token", "abcd"] + flags)
    #expect(result.code == 64)
    #expect(result.error.contains("expected") || result.error.contains("leave out"), "\(result.error)")
  }

  @Test func aPayloadThatIsNotTextIsRefused() async throws {
    let console = try Console(Application())
    let path = try console.folder.write("payload.json", "")
    try Data([0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D]).write(to: URL(filePath: path))
    let result = await console.run("push", "send", "--token", "abcd", "--payload", path)
    #expect(result.code == 1)
    #expect(result.error.contains("payload.json is not text in UTF-8"), "\(result.error)")
  }

  @Test func theSimulatorRefusesFilesThatItCannotUse() async throws {
    let console = try Console(Application())
    let key = try console.folder.write("key.pem", "no key")
    let good = try console.folder.write("AuthKey_ABC123DEFG.p8", P256PrivateKey().pem)
    let faults = try console.folder.write("faults.json", #"{"steps":[{"requests":1,"faults":[{"fault":"flood"}]}]}"#)
    let wrong: [([String], String)] = [
      (["--faults", "/nowhere.json"], "/nowhere.json cannot be read"), (["--faults", faults], "steps[0].faults[0]"),
      (["--key", key], "does not say the key's id"), (["--key", "K=\(key)"], "holds no P-256 key"),
      (["--key", "K=/nowhere"], "/nowhere cannot be read"),
      (["--key", good, "--faults", "/nowhere.json"], "/nowhere.json cannot be read"),
    ]
    for (flags, message) in wrong {
      let result = await console.run(["apns-simulator"] + flags)
      #expect(result.code == 1, "\(flags)")
      #expect(result.error.contains(message), "\(result.error)")
    }
    #expect(await console.run("apns-simulator", "--port", "70000").code == 64)
    #expect(await console.run("apns-simulator", "--environment", "prod").code == 64)
  }
}
