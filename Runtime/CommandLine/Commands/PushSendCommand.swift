import APNs
import ArgumentParser
import Console
import Edge
import FoundationEssentials
import Host
import Logging

/// `push send`.
struct PushSendCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "send",
    abstract: "Send one notification, and say what Apple answers.",
    discussion: """
      The configured key signs it, or APNS_URL takes it. Where neither is configured, the running host sends it to its \
      simulator. stderr says which way it went. What Apple cannot take at the moment is tried again for 20 seconds.

      The exit code is 0 if it was delivered to Apple, and 1 if not; 69 if there is no host to send it. Sent again under \
      the same --id, it is the same notification.

      Examples:
        \(Program.name) push send --token 4fa1…9c --title "It's a match!" \\
          --body "Pizza" --sound default
        \(Program.name) push send --token 4fa1…9c --type background --data refresh=true
        \(Program.name) push send --token 4fa1…9c --type liveactivity \\
          --payload activity.json --environment production
      """)

  @OptionGroup var options: ConfigurationOptions

  @Option(help: "The device's token, in hexadecimal digits.")
  var token: String

  @Option(help: "The first line.")
  var title: String?

  @Option(help: "The line below it.")
  var subtitle: String?

  @Option(help: "The text.")
  var body: String?

  @Option(help: "The sound's name; \"default\" is the usual one.")
  var sound: String?

  @Option(help: "The number on the app's icon; 0 removes it.")
  var badge: Int?

  @Option(help: "A custom field for the app, as name=value; a value that is JSON is taken as JSON.")
  var data: [String] = []

  @Option(help: "A file with the whole payload, or - for stdin; replaces the flags above.", completion: .file())
  var payload: String?

  @Option(
    help: "The push type: \(Word.list(of: PushType.self)).", completion: Word.completion(of: PushType.self),
    transform: Word.read)
  var type = PushType.alert

  @Option(
    help: "Which of Apple's servers the token is for: sandbox or production. (default: APNS_ENVIRONMENT)",
    completion: Word.completion(of: PushEnvironment.self), transform: Word.read)
  var environment: PushEnvironment?

  @Option(help: "The app's bundle id. (default: APNS_TOPIC)")
  var topic: String?

  @Option(help: "10 delivers at once, 5 when it suits the device's power, 1 only when the device is awake.")
  var priority: Int?

  @Option(help: "Until when Apple keeps it: 0 for one attempt, 1h for so long from now, or an instant (ISO 8601).")
  var expiration: String?

  @Option(help: "Notifications with the same one replace each other: at most 64 bytes.")
  var collapseID: String?

  @Option(help: "Its apns-id, a UUID. (default: a new one)")
  var id: String?

  @Flag(help: "As JSON.")
  var json = false

  func validate() throws {
    _ = try data.map { try NamedValue($0, flag: "--data") }
    if let priority, PushPriority(rawValue: priority) == nil {
      throw ValidationError("--priority is \(priority): expected 10, 5 or 1")
    }
    if let id, UUID(wire: id) == nil { throw ValidationError("--id is \"\(id)\": expected a UUID") }
    if let expiration, Self.seconds(of: expiration) == nil {
      throw ValidationError("--expiration is \"\(expiration)\": expected 0, a duration such as 1h, or an instant")
    }
    let parts: [Any?] = [title, subtitle, body, sound, badge, data.first]
    if payload != nil, parts.contains(where: { $0 != nil }) {
      throw ValidationError("--payload is the whole payload: leave out --title, --body, --data and the like")
    }
  }

  func run() async throws {
    let configuration = try options.load()
    let receipt = try await send(try request(), configuration)
    if json { try Output.json(receipt) } else { Output.line(receipt.text) }
    guard receipt.outcome == "delivered" else { throw ExitCode(Failure.Code.failed.rawValue) }
  }

  private func send(_ request: PushSendRequest, _ configuration: LoadedConfiguration) async throws -> PushReceipt {
    guard case .simulator = configuration.push.target else {
      let handler = configuration.logHandler
      let sender = try configuration.push.sender(logger: Logger(label: "push") { _ in handler })
      let result: Result<PushReceipt, any Error>
      do {
        result = .success(try await request.send(by: sender, configuration.push))
      } catch {
        result = .failure(error)
      }
      await sender.shutdown()
      LogOutput.standardError.flush()
      let receipt = try result.get()
      Output.error("Sent by this process, to \(PushStatus(configuration.push).inWords)")
      return receipt
    }
    guard let host = try await HostControl.running(configuration) else {
      throw Failure(
        .unavailable,
        "No key of Apple's is configured, and no host is running whose simulator could take the notification",
        hint: "set APNS_KEY_ID, APNS_TEAM_ID, APNS_PRIVATE_KEY_PATH and APNS_TOPIC, or start a host with serve")
    }
    let status: PushStatus = try await host.call("push_status")
    let receipt: PushReceipt = try await host.call("push_send", request)
    Output.error("Sent by the running host, to \(status.inWords)")
    return receipt
  }

  private func request() throws -> PushSendRequest {
    var request = PushSendRequest(to: token, id: id.flatMap { UUID(wire: $0) } ?? UUID())
    request.environment = environment
    request.topic = topic
    request.type = type
    request.title = title
    request.subtitle = subtitle
    request.body = body
    request.sound = sound
    request.badge = badge
    for value in try data.map({ try NamedValue($0, flag: "--data") }) { request.data[value.name] = value.value }
    request.priority = priority.flatMap(PushPriority.init)
    request.expiration = expiration.flatMap(Self.seconds)
    request.collapseID = collapseID
    request.payload = try payload.map { try OptionContent.text($0, "The payload's file \($0)") }
    return request
  }

  /// An expiration in seconds since 1970; 0 for one attempt, nil for a malformed text.
  private static func seconds(of text: String) -> Int? {
    if text == "0" { return 0 }
    if let date = WireDate.date(from: text) { return Int(date.timeIntervalSince1970) }
    guard text.last?.isLetter == true, let seconds = Quantity.seconds(text), (1...1e10).contains(seconds) else {
      return nil
    }
    return Int(Date().timeIntervalSince1970 + seconds)
  }
}
