public import Edge
import FoundationEssentials
import Host
import NIOCore

/// A demo's access to the running host: calls as apps make them, each printed with its response.
public struct DemoStage: Sendable {
  /// Whether pushes go to a simulator; false if they go to Apple.
  public let hasSimulator: Bool
  private let host: HostControl
  private let minter: TokenMinter
  private let simulator: SimulatorInspector?

  init(host: HostControl, minter: TokenMinter, simulator: SimulatorInspector?) {
    self.host = host
    self.minter = minter
    self.simulator = simulator
    hasSimulator = simulator != nil
  }

  /// Prints a line.
  public func say(_ text: String) { Output.line(text) }

  /// Prints the title of the next step, after an empty line.
  public func step(_ text: String) { Output.line("\n\(text)") }

  /// Calls a function, and prints the call and its response.
  ///
  /// - Parameters:
  ///   - function: its name.
  ///   - user: the caller; nil for the service role.
  ///   - input: the body; nil for none.
  /// - Returns: the response's body.
  /// - Throws: an error that ends the demo, if the status is 400 or more.
  @discardableResult
  public func call(_ function: String, as user: DemoUser?, _ input: JSONValue? = nil) async throws -> JSONValue {
    let token =
      if let user {
        minter.token(role: .authenticated, subject: user.id.lowercased, now: Date())
      } else {
        minter.token(role: .serviceRole, now: Date())
      }
    let body = try input.map { try Wire.encode($0) }
    let sent = body.map { "  \(String(decoding: $0, as: UTF8.self))" } ?? ""
    Output.line("  \(user?.name ?? "service role")  \(function)\(sent)")
    let (status, answer) = try await host.post(function, body, token: token)
    let text = String(buffer: answer)
    Output.line("    \(status)  \(text.count > 300 ? "\(text.prefix(300))…" : text)")
    guard status < 400 else { throw Failure(.failed, "\(function) answered with status \(status)") }
    return answer.readableBytes == 0 ? .null : try Wire.decode(JSONValue.self, from: [UInt8](buffer: answer))
  }

  /// Waits until the simulator has received a push for each of these device tokens.
  ///
  /// - Returns: the pushes, in the order of the tokens; a token that got several has the first.
  /// - Throws: an error that ends the demo, if they have not arrived within 20 seconds.
  public func pushes(to tokens: [String]) async throws -> [DemoPush] {
    guard let simulator else { throw Failure(.failed, "Pushes go to Apple: there is no simulator to look at") }
    let deadline = ContinuousClock.now + .seconds(20)
    while true {
      let arrived = try await simulator.arrived()
      let found = tokens.compactMap { token in arrived.first { $0.token == token } }
      if found.count == tokens.count { return found }
      guard ContinuousClock.now < deadline else {
        throw Failure(
          .failed, "Only \(found.count) of \(tokens.count) pushes arrived within 20 seconds",
          hint: "`\(Program.name) push deliveries` and `\(Program.name) jobs history` show their outcomes")
      }
      try await Task.sleep(for: .milliseconds(20))
    }
  }
}
