import ArgumentParser

/// `push`: the commands on notifications.
struct PushCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    let hasDeliveries = Application.current.deliveries != nil
    let example = hasDeliveries ? "\n  \(Program.name) push deliveries --outcome undelivered" : ""
    return CommandConfiguration(
      commandName: "push",
      abstract: "Send a push notification, and show the outcomes of those that were sent.",
      discussion: """
        The configuration says where pushes go. With APNS_KEY_ID, APNS_TEAM_ID, APNS_PRIVATE_KEY_PATH and \
        APNS_TOPIC they go to Apple; with APNS_URL to that address; without any of them, to a simulator inside the host that \
        serves the database.

        Examples:
          \(Program.name) push status
          \(Program.name) push send --token 4fa1…9c --title "Hello"\(example)
        """,
      subcommands: [PushSendCommand.self]
        + (hasDeliveries ? [PushDeliveriesCommand.self] : []) + [PushStatusCommand.self])
  }
}
