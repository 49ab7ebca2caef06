import Edge
import FoundationEssentials
import Host
import Loop

/// The host that serves the configured database, if one runs, and the addresses that it listens on.
struct RunningCheck: Sendable {
  /// The findings about the control socket and the running host.
  let findings: [Finding]
  /// Whether a host accepts connections on the control socket.
  let isRunning: Bool
  private let bind: BindAddress

  init(_ configuration: LoadedConfiguration) async {
    bind = configuration.host.bind
    guard let socket = bind.socketPath else {
      findings = [
        .warning(
          "host", "no control socket is configured, so commands cannot reach a running host",
          hint: "set [swiftlet] socket to a path of at most 107 bytes")
      ]
      isRunning = false
      return
    }
    let ready = FunctionCall(
      method: .get, target: "/functions/v1/_internal/ready", headers: [:], body: nil, timeout: 10)
    do {
      guard let answer = try await ready.send(throughSocket: socket) else {
        findings = [Self.absent(socket)]
        isRunning = false
        return
      }
      findings = [Self.readiness(answer.status.code, [UInt8](buffer: answer.body), socket)] + Self.access(socket)
    } catch {
      findings = [
        .problem(
          "host", "the host at \(socket) does not answer: \(Failure(error).message)",
          hint:
            "look at its log; a stack of its threads shows where it hangs: gdb -p <pid> -batch -ex 'thread apply all bt'"
        )
      ]
    }
    isRunning = true
  }

  private static func absent(_ socket: String) -> Finding {
    switch FileStatus(of: socket, followsLinks: false)?.kind {
    case nil: return .good("host", "no host serves this database now")
    case .socket?:
      return .good("host", "no host serves this database now; the next one replaces the socket \(socket)")
    default:
      return .problem(
        "host", "\(socket) is no socket, so a host cannot make its control socket there", hint: "move the file away")
    }
  }

  private static func readiness(_ status: Int, _ body: [UInt8], _ socket: String) -> Finding {
    struct Answer: Decodable { let problems: [String]? }
    guard status != 200 else { return .good("host", "runs and is ready; commands reach it by \(socket)") }
    let reasons = (try? Wire.decode(Answer.self, from: body))?.problems ?? ["it answers with status \(status)"]
    return .problem(
      "host", "runs and is not ready: \(reasons.joined(separator: "; "))",
      hint: "the checks below look at the same database")
  }

  /// Who may reach the control socket: its owner alone.
  private static func access(_ socket: String) -> [Finding] {
    guard let mode = FileStatus(of: socket)?.modeOpenToOthers else { return [] }
    return [
      .problem(
        "host", "the control socket \(socket) has mode \(mode): other users can reach it",
        hint: "chmod 600 \(socket)")
    ]
  }

  /// Whether a host can listen on the TCP address, or the running one does.
  var port: Finding {
    let url = bind.url()
    guard bind.port != 0 else { return .good("port", "the system chooses a free one at each start") }
    do throws(ListenError) {
      try bind.checkIsFree()
    } catch {
      if isRunning, error.reason == .portTaken { return .good("port", "\(url) is listened on") }
      return .problem("port", Failure(error))
    }
    guard isRunning else { return .good("port", "\(url) is free") }
    return .warning(
      "port", "a host runs, and does not listen on \(url)",
      hint:
        "it was started with another address, such as by --port: name it for this command in the environment, by SWIFTLET_PORT and SWIFTLET_HOST"
    )
  }
}
