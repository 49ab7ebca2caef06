import FoundationEssentials
import Push
import Wire

/// The handler of `/_simulator`: arrived notifications, faults and registrations.
struct Inspector: Sendable {
  private static let root = "/_simulator"
  private static let help = """
    {"routes":["GET /_simulator/notifications?token=&topic=&type=&apns_id=&limit=&clear",\
    "DELETE /_simulator/notifications?token=&topic=&type=&apns_id=",\
    "GET /_simulator/status","GET /_simulator/faults","POST /_simulator/faults","DELETE /_simulator/faults",\
    "POST /_simulator/register {token, topic, environment}","POST /_simulator/unregister {token, timestamp}"]}
    """

  let simulation: SharedSimulation

  /// Whether a path is the simulator's, not Apple's.
  static func isMine(_ target: String) -> Bool {
    target.hasPrefix(root) && (target.count == root.count || "/?".contains(target.dropFirst(root.count).prefix(1)))
  }

  /// Answers a request, whose target is its path with the query.
  func answer(method: String, target: String, body: [UInt8]) -> Answer {
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let query = NotificationQuery(parts.count > 1 ? String(parts[1]) : nil)
    switch (method, parts[0].dropFirst(Self.root.count)) {
    case ("GET", ""), ("GET", "/"): return Answer(status: 200, body: Self.help)
    case ("GET", "/notifications"): return notifications(query)
    case ("DELETE", "/notifications"):
      simulation.withLock { $0.arrivals.remove(where: query.matches) }
      return Answer(status: 204)
    case ("GET", "/status"): return Answer(status: 200, body: simulation.withLock { $0.status.json })
    case ("GET", "/faults"): return Answer(status: 200, body: simulation.withLock { $0.player.json })
    case ("POST", "/faults"): return play(body)
    case ("DELETE", "/faults"):
      simulation.withLock { $0.player = FaultPlayer() }
      return Answer(status: 204)
    case ("POST", "/register"): return register(body)
    case ("POST", "/unregister"): return unregister(body)
    default: return Self.error(404, "\(method) \(parts[0]) is unknown: GET \(Self.root) lists the routes")
    }
  }

  private func notifications(_ query: NotificationQuery) -> Answer {
    guard let limit = query.limit else { return Self.error(400, "limit: expected a whole number") }
    let (found, matching, total, dropped) = simulation.withLock { simulation in
      let matching = simulation.arrivals.kept.filter(query.matches)
      let counts = (simulation.arrivals.total, simulation.arrivals.dropped)
      if query.clears { simulation.arrivals.remove(where: query.matches) }
      return (Array(matching.suffix(limit)), matching.count, counts.0, counts.1)
    }
    let list = found.map(\.json).joined(separator: ",\n")
    return Answer(
      status: 200,
      body: #"{"total":\#(total),"dropped":\#(dropped),"matching":\#(matching),"notifications":[\#(list)]}"#)
  }

  private func play(_ body: [UInt8]) -> Answer {
    do throws(FaultScriptError) {
      let script = try FaultScript(bytes: body)
      return simulation.withLock { simulation in
        simulation.player = FaultPlayer(script)
        return Answer(status: 200, body: simulation.player.json)
      }
    } catch {
      return Self.error(400, error.description)
    }
  }

  private func register(_ body: [UInt8]) -> Answer {
    guard let json = try? JSONScanner.value(of: body), let token = json["token"]?.string, Syntax.isDeviceToken(token)
    else {
      return Self.error(400, "token: expected a device token in hexadecimal digits")
    }
    let environment = json["environment"]?.string
    guard environment == nil || environment.flatMap(PushEnvironment.init(rawValue:)) != nil else {
      return Self.error(400, "environment: expected sandbox or production")
    }
    let device = SimulatedDevice(
      token: token, topic: json["topic"]?.string, environment: environment.flatMap(PushEnvironment.init(rawValue:)))
    simulation.withLock { $0.validator.devices.register(device) }
    return Answer(status: 204)
  }

  private func unregister(_ body: [UInt8]) -> Answer {
    guard let json = try? JSONScanner.value(of: body), let token = json["token"]?.string, Syntax.isDeviceToken(token)
    else {
      return Self.error(400, "token: expected a device token in hexadecimal digits")
    }
    let now = Int64(simulation.time.timeIntervalSince1970 * 1000)
    guard let timestamp = json["timestamp"].map({ $0.integer.map(Int64.init) }) ?? now, timestamp >= 0 else {
      return Self.error(400, "timestamp: expected milliseconds since 1970")
    }
    simulation.withLock { $0.validator.devices.unregister(token, at: timestamp) }
    return Answer(status: 204)
  }

  static func error(_ status: Int, _ message: String) -> Answer {
    Answer(status: status, body: #"{"error":\#(JSONWriter.quoted(message))}"#)
  }
}
