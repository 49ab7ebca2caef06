import ArgumentParser
import Console
import Edge
import FoundationEssentials

/// `push deliveries`: lists notifications by the function that the application names for this.
struct PushDeliveriesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "deliveries",
    abstract: "Show the outcomes of the application's notifications, the newest first.",
    discussion: """
      Each user of a session has a line. An outcome is pending, delivered, unregistered (the app was removed), refused, \
      undelivered (it is tried again), or no_token (the user has no phone to notify). Times are in UTC.

      The lines come from the function that the application or a bundle names for it, through the running host or in \
      this process.

      Examples:
        \(Program.name) push deliveries
        \(Program.name) push deliveries --session 0b7f6f1e-6a0e-4c37-9d3c-52a1f0a0b5a1
        \(Program.name) push deliveries --outcome undelivered --json
      """)

  @OptionGroup var options: ConfigurationOptions

  @Option(help: "Only this session, a UUID.")
  var session: String?

  @Option(help: "Only this outcome.")
  var outcome: String?

  @Option(help: "The most lines, 1 to 1000.")
  var limit = 50

  @Flag(help: "As JSON.")
  var json = false

  func run() async throws {
    try await options.withHostControl { control in
      let filter = Filter(sessionID: session, outcome: outcome, limit: limit)
      let deliveries: [PushDelivery] = try await control.call("push_deliveries", filter)
      guard !json else { return try Output.json(deliveries) }
      let table = Table(
        "SESSION", "USER", "OUTCOME", "TRIES", "REASON", "APNS-ID", "UPDATED", of: deliveries
      ) { delivery in
        [
          delivery.sessionID, delivery.userID, delivery.outcome, "\(delivery.attempts)",
          delivery.reason.map(Words.line) ?? "-", delivery.apnsID, Words.instant(delivery.updatedAt),
        ]
      }
      Output.line(table.text)
    }
  }

  private struct Filter: Encodable {
    let sessionID: String?
    let outcome: String?
    let limit: Int

    enum CodingKeys: String, CodingKey {
      case sessionID = "session_id"
      case outcome, limit
    }
  }
}
