import ArgumentParser
import Workers

/// The workers that a command is for.
struct WorkerSelection: ParsableArguments {
  @Argument(help: "The worker's number, as `workers list` shows it.")
  var worker: UInt64?

  @Option(help: "All workers of the bundle.")
  var bundle: String?

  @Option(help: "All workers of the group.")
  var group: String?

  func validate() throws {
    if worker == nil, bundle == nil, group == nil {
      throw ValidationError("name a worker by its number, or say --group or --bundle")
    }
  }

  var value: WorkerSystem.Selection { WorkerSystem.Selection(worker: worker, bundle: bundle, group: group) }
}

extension ConfigurationFiles {
  /// Calls a control of the workers of the running host. Only a running host has workers.
  func callWorkers<Answer: Decodable>(
    _ name: String, _ input: (any Encodable & Sendable)? = nil
  ) async throws -> Answer {
    guard let host = try await HostControl.running(try load()) else {
      throw Failure(
        .unavailable, "No host is running, so there are no workers", hint: "start one with `\(Program.name) serve`")
    }
    return try await host.call(name, input)
  }
}
