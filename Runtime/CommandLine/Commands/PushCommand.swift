import ArgumentParser

/// `push`: the commands on notifications.
struct PushCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "push",
    abstract: "Send a push notification, and show the outcomes of those that were sent.",
    discussion: """
      The configuration says where pushes go. With APNS_KEY_ID, APNS_TEAM_ID, APNS_PRIVATE_KEY_PATH and \
      APNS_TOPIC they go to Apple; with APNS_URL to that address; without any of them, to a simulator inside the host that \
      serves the database.

      Examples:
        \(Program.name) push status
        \(Program.name) push send --token 4fa1…9c --title "Hello"
        \(Program.name) push deliveries --outcome undelivered
      """,
    subcommands: [PushSendCommand.self, PushDeliveriesCommand.self, PushStatusCommand.self])
}
