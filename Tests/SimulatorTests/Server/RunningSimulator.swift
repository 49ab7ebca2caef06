import Foundation
import Logging

@testable import Simulator

/// The folder of the tests' certificates, which the next run uses again.
private let certificates = NSTemporaryDirectory() + "swiftlet-simulator-tests-\(NSUserName())"

/// Runs a simulator while the body runs.
func withSimulator(
  _ configure: (inout SimulatorConfiguration) -> Void = { _ in },
  _ body: (APNSSimulator, APNSSimulator.Listening) async throws -> Void
) async throws {
  var configuration = SimulatorConfiguration(folder: certificates)
  configuration.lines = .none
  configure(&configuration)
  let simulator = APNSSimulator(
    configuration: configuration, logger: Logger(label: "simulator") { _ in SwiftLogNoOpLogHandler() })
  let running = Task { try await simulator.run() }
  do {
    try await body(simulator, try await simulator.waitUntilListening())
    running.cancel()
    try await running.value
  } catch {
    running.cancel()
    _ = await running.result
    throw error
  }
}

/// Runs a simulator with faults, and a client connected to it.
func withFaults(
  _ steps: [FaultScript.Step], _ body: (APNSSimulator, TestClient) async throws -> Void
) async throws {
  try await withSimulator({ $0.faults = FaultScript(steps: steps) }) { simulator, listening in
    let client = try await TestClient.connect(listening.port, caFile: listening.caFile)
    try await body(simulator, client)
    await client.close()
  }
}
