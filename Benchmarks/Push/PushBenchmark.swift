import APNs
import Foundation
import Logging
import Push

/// Sends through the public interface, as a host does.
struct PushBenchmark {
  struct Refusal: Error {
    let outcome: PushOutcome
  }

  private let sender: PushSender
  private let inFlight: Int

  init(url: String, caFile: String, key: String, connections: Int, inFlight: Int) throws {
    var configuration = PushConfiguration(
      credentials: try PushCredentials(keyID: "BENCHMARK0", teamID: "BENCHMARKS", privateKey: key))
    configuration.setURL(url)
    configuration.caFile = caFile
    configuration.connections = connections
    configuration.inFlightPerConnection = inFlight
    sender = try PushSender(configuration: configuration, logger: Logger(label: "benchmark"))
    self.inFlight = connections * inFlight
  }

  /// Sends so many and says how long it took; the connections are warm by then.
  func run(_ count: Int) async throws -> [String: Double] {
    let warmUp = try notifications(inFlight)
    let pushes = try notifications(count)
    try await send(warmUp)
    let before = processorTime()
    let elapsed = try await ContinuousClock().measure { try await send(pushes) }
    let figures = [
      "sent": Double(count), "seconds": elapsed / .seconds(1), "cpu_seconds": processorTime() - before,
    ]
    await sender.shutdown()
    return figures
  }

  private func send(_ pushes: [PreparedPush]) async throws {
    for await report in sender.send(batch: pushes) {
      guard case .delivered = report.outcome else { throw Refusal(outcome: report.outcome) }
    }
  }

  /// A match's notification, as Swivo sends it, to one device after the other.
  private func notifications(_ count: Int) throws -> [PreparedPush] {
    let session = "5e55104a-0000-4000-8000-000000000001"
    let notification = PushNotification(
      .alert(
        PushAlert(
          title: "It's a match!", body: .plain("Pizza"), sound: .standard, threadID: session, category: "MATCH")),
      bundleID: "app.swivo", custom: ["session_id": session, "option_id": "0b710404-0000-4000-8000-000000000002"],
      collapseID: "match-\(session)")
    return try notification.prepared(
      for: (0..<count).map { try DeviceToken(String(format: "%064x", $0 % 4000), environment: .sandbox) })
  }
}

/// Seconds of CPU of this process so far, user's and system's.
private func processorTime() -> Double {
  var time = timespec()
  unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
