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

  /// Prepares and sends so many, and returns how long both took. The connections are warm by then.
  func run(_ count: Int) async throws -> [String: Double] {
    try await send(notifications(inFlight))
    let before = clock()
    let elapsed = try await ContinuousClock().measure { try await send(notifications(count)) }
    let figures = [
      "sent": Double(count), "seconds": elapsed / .seconds(1),
      "cpu_seconds": Double(clock() - before) / Double(CLOCKS_PER_SEC),
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
    let zeros = String(repeating: "0", count: 64)
    let devices = try (0..<count).map { number in
      // Foundation's formats are slow, and this is measured.
      let digits = String(number % 4000, radix: 16)
      return try DeviceToken("\(zeros.dropLast(digits.utf8.count))\(digits)", environment: .sandbox)
    }
    return try notification.prepared(for: devices)
  }
}
