import ArgumentParser
import Console
import Edge
import Host

/// `demo`: runs the application's demo on a running host.
struct DemoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Play the application's demo on the running host, each step printed.",
    discussion: """
      Needs a host that serves the database: start one with `\(Program.name) serve` in another terminal. The demo calls it \
      as apps do, with tokens signed by the configured secret, and leaves its rows in the database.

      Pushes have to go to a simulator, as they do while no key of Apple's is configured. With --really it also plays on a \
      host that sends to Apple; Apple will refuse the demo's device tokens, which belong to no phone.

      Example:
        \(Program.name) demo
      """)

  @OptionGroup var options: ConfigurationOptions

  @Flag(help: "Play even if the host sends pushes to Apple.")
  var really = false

  func run() async throws {
    guard let demo = Application.current.demo else { throw Failure(.failed, "This application has no demo") }
    let configuration = try options.load()
    guard let host = try await HostControl.running(configuration) else {
      throw Failure(
        .unavailable, "No host is running on \(configuration.database)",
        hint: "start one with `\(Program.name) serve` in another terminal, with the same --database")
    }
    let status: PushStatus = try await host.call("push_status")
    guard !status.reachesPhones || really else {
      throw Failure(
        .failed, "The host sends pushes to \(status.inWords), and the demo's device tokens belong to no phone",
        hint: "start the host without APNS_KEY_ID and its like, and pushes go to a simulator; or pass --really")
    }
    let minter = try TokenMinter(secret: configuration.host.tokens.secret)
    Output.line("The host on \(configuration.database) answers; its pushes go to \(status.inWords).")
    try await HTTPClient.withTemporary { http in
      let url = status.reachesPhones ? nil : status.url
      let simulator = url.map { SimulatorInspector(http: http, url: $0, caFile: status.caFile) }
      try await demo(DemoStage(host: host, minter: minter, simulator: simulator))
    }
    if let inspectionURL = status.inspectionURL {
      Output.line("\nAll that arrived: curl \(inspectionURL)/notifications")
    }
  }
}
