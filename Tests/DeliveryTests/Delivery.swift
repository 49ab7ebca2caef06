import APNs
import Cryptography
import Foundation
import Logging
import Push
import Simulator
import Testing

/// The folder of the tests' certificates, which the next run uses again.
private let certificates = NSTemporaryDirectory() + "swiftlet-delivery-tests-\(NSUserName())"

/// A sender and a simulator that are connected over real sockets.
struct Delivery {
  let sender: PushSender
  let simulator: APNSSimulator

  /// Runs the sender and the simulator while the body runs.
  ///
  /// Pauses are short. An attempt has an hour unless a test sets another limit, so a slow machine repeats nothing.
  static func run(
    _ steps: [FaultScript.Step] = [], seed: UInt64 = 1, configure: (inout PushConfiguration) -> Void = { _ in },
    logger: Logger = Logger(label: "delivery") { _ in SwiftLogNoOpLogHandler() },
    _ body: (Delivery) async throws -> Void
  ) async throws {
    var simulated = SimulatorConfiguration(folder: certificates)
    simulated.lines = .none
    simulated.faults = FaultScript(seed: seed, steps: steps)
    let key = P256PrivateKey()
    simulated.keys = [ProviderKey(id: "ABCDE12345", team: "TEAM123456", publicKey: key.publicKey)]
    let simulator = APNSSimulator(
      configuration: simulated, logger: Logger(label: "simulator") { _ in SwiftLogNoOpLogHandler() })
    let running = Task { try await simulator.run() }
    let result: Result<Void, any Error>
    do {
      let listening = try await simulator.waitUntilListening()
      var configuration = PushConfiguration(
        credentials: try PushCredentials(keyID: "ABCDE12345", teamID: "TEAM123456", privateKey: key.pem))
      configuration.setURL(listening.url)
      configuration.caFile = listening.caFile
      configuration.backOff.base = .milliseconds(10)
      configuration.backOff.longest = .milliseconds(100)
      configuration.requestTimeout = .seconds(3600)
      configuration.retryDeadline = .seconds(3600)
      configure(&configuration)
      let sender = try PushSender(configuration: configuration, logger: logger)
      do { result = .success(try await body(Delivery(sender: sender, simulator: simulator))) } catch {
        result = .failure(error)
      }
      await sender.shutdown()
    } catch {
      result = .failure(error)
    }
    running.cancel()
    _ = await running.result
    try result.get()
  }

  /// Sends notifications as a batch. All must be delivered, reported once, and arrive under their ids.
  func deliver(_ pushes: [PreparedPush]) async {
    var seen: Set<Int> = []
    for await report in sender.send(batch: pushes) {
      #expect(seen.insert(report.index).inserted)
      guard case .delivered(let id, _) = report.outcome, id == pushes[report.index].id else {
        Issue.record("\(report.index): \(report.outcome)")
        continue
      }
    }
    #expect(seen.count == pushes.count)
    let missing = Set(pushes.map { $0.id.uuidString.lowercased() }).subtracting(arrived.keys)
    #expect(missing.isEmpty)
  }

  /// How often each id arrived.
  var arrived: [String: Int] {
    simulator.notifications.reduce(into: [:]) { $0[$1.apnsID, default: 0] += 1 }
  }

  /// Notifications to different devices.
  static func pushes(_ count: Int) throws -> [PreparedPush] {
    let notification = PushNotification(.alert(PushAlert(title: "Match", body: "Pizza")), bundleID: "app.swivo")
    let tokens = try (0..<count).map { number in
      try DeviceToken(String(format: "%064x", number), environment: .sandbox)
    }
    return try notification.prepared(for: tokens)
  }
}
