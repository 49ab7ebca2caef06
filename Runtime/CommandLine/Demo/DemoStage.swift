public import Edge
public import Foundation
import Host
import NIOCore

/// Somebody in a demo.
public struct DemoUser: Sendable, Hashable {
  /// The name that the demo calls them by.
  public let name: String
  /// The id in their tokens.
  public let id: UUID

  /// Somebody new.
  public init(_ name: String) {
    self.name = name
    id = UUID()
  }
}

/// A push that arrived at the simulator.
public struct DemoPush: Sendable, Hashable {
  /// Its `apns-id`.
  public let apnsID: String
  /// The device's token.
  public let token: String
  /// The bundle id, with the push type's suffix.
  public let topic: String
  /// The push type.
  public let type: String
  /// The payload.
  public let payload: JSONValue
}

/// Where the command `demo` plays: a running host that is called as apps call it, each call printed with its answer.
public struct DemoStage: Sendable {
  /// Whether a simulator shows what arrives; false if pushes go to Apple.
  public let hasSimulator: Bool
  private let host: HostControl
  private let minter: TokenMinter
  private let simulator: SimulatorWindow?

  init(host: HostControl, minter: TokenMinter, simulator: SimulatorWindow?) {
    self.host = host
    self.minter = minter
    self.simulator = simulator
    hasSimulator = simulator != nil
  }

  /// Prints a line.
  public func say(_ text: String) { Output.line(text) }

  /// Prints what comes next, after an empty line.
  public func step(_ text: String) { Output.line("\n\(text)") }

  /// Calls a function, and prints the call and its answer.
  ///
  /// - Parameters:
  ///   - function: its name.
  ///   - user: who calls; nil for the project itself, by the service role.
  ///   - input: the body; nil for none.
  /// - Returns: what it answered.
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

  /// Waits until a push has arrived at the simulator for each of these device tokens.
  ///
  /// - Returns: the pushes, in the order of the tokens; a token that got several has the first.
  /// - Throws: an error that ends the demo, if they do not come within 20 seconds.
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
          hint: "`\(Program.name) push deliveries` and `\(Program.name) jobs history` say what became of them")
      }
      try await Task.sleep(for: .milliseconds(20))
    }
  }
}
