import APNs
import Cryptography
import Foundation
import Logging
import Push

/// `push-soak <swiftlet> [notifications] [reconnect every] [MiB of growth]`: sends to `swiftlet apns-simulator`, a process of its own
/// that ends the connection again and again, and fails if a descriptor, a handle or memory grows.
@main struct PushSoak {
  static let connections = 2
  static let inFlight = 100

  static func main() async {
    do { try await run() } catch {
      say("FAILED: \(error)")
      exit(1)
    }
  }

  /// Unbuffered: the process may be killed at any time.
  static func say(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
  }

  private static func run() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count > 1, let count = Int(arguments.count > 2 ? arguments[2] : "200000"),
      let every = Int(arguments.count > 3 ? arguments[3] : "1000"), count >= 100, every >= 10,
      let growth = Int(arguments.count > 4 ? arguments[4] : "8")
    else {
      say("usage: push-soak <swiftlet> [notifications, from 100] [reconnect every, from 10] [MiB of growth]")
      exit(64)
    }
    let simulator = try await SimulatorProcess(binary: arguments[1], every: every, count: count)
    let samples = try await send(count, to: simulator)
    let faults = try await simulator.faults()
    simulator.stop()
    say("faults the simulator played: \(faults)")
    var problems = Sample.problems(samples, mostGrowth: growth)
    if faults < count / every { problems.append("only \(faults) of \(count / every) faults were played") }
    for problem in problems { say("FAILED: \(problem)") }
    exit(problems.isEmpty ? 0 : 1)
  }

  /// Sends so many in batches, and looks at this process now and then, when nothing is in flight.
  private static func send(_ count: Int, to simulator: SimulatorProcess) async throws -> [Sample] {
    var configuration = PushConfiguration(
      credentials: try PushCredentials(
        keyID: "ABCDE12345", teamID: "TEAM123456", privateKey: P256PrivateKey().pem))
    configuration.setURL(simulator.url)
    configuration.caFile = simulator.caFile
    configuration.connections = connections
    configuration.inFlightPerConnection = inFlight
    configuration.backOff.base = .milliseconds(10)
    let sender = try PushSender(
      configuration: configuration, logger: Logger(label: "soak") { _ in SwiftLogNoOpLogHandler() })
    let notification = PushNotification(.alert(PushAlert(title: "Match", body: "Pizza")), bundleID: "app.swivo")
    var samples: [Sample] = []
    var sent = 0
    let start = ContinuousClock.now
    for percent in [10, 25, 50, 75, 100] {
      while sent < count * percent / 100 {
        let size = min(count / 100, count * percent / 100 - sent)
        let tokens = try (sent..<sent + size).map {
          try DeviceToken(String(format: "%064x", $0), environment: .sandbox)
        }
        for await report in sender.send(batch: try notification.prepared(for: tokens)) {
          guard case .delivered = report.outcome else {
            say("FAILED: \(report.outcome)")
            exit(1)
          }
        }
        sent += size
      }
      samples.append(Sample(percent: percent))
      say("\(samples[samples.count - 1])")
    }
    say("\(count) notifications in \(start.duration(to: .now))")
    await sender.shutdown()
    guard LiveHandles.requests == 0, LiveHandles.connections == 0 else {
      say("FAILED: handles are left after the shutdown: \(Sample(percent: 100))")
      exit(1)
    }
    return samples
  }
}
