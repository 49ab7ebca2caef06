import Wire

extension ArrivedNotification {
  /// One entry of `GET /_simulator/notifications`. The payload stands as it came: it was checked to be JSON.
  var json: String {
    """
    {"id":\(id),"apns_id":\(JSONWriter.quoted(apnsID)),"token":\(Self.quote(token)),"channel":\(Self.quote(channel)),\
    "topic":\(JSONWriter.quoted(topic)),"type":\(JSONWriter.quoted(type)),"priority":\(priority),\
    "expiration":\(expiration.map(String.init) ?? "null"),"collapse_id":\(Self.quote(collapseID)),\
    "received_at":"\(WireDate.string(from: receivedAt))","connection":\(connection),\
    "payload":\(String(decoding: payload, as: UTF8.self))}
    """
  }

  private static func quote(_ text: String?) -> String { text.map(JSONWriter.quoted) ?? "null" }
}

extension FaultPlayer {
  /// What `GET /_simulator/faults` answers: the script in its own format, and how far it has come.
  var json: String {
    let steps = script.steps.map(\.json).joined(separator: ",")
    return """
      {"seed":\(script.seed),"steps":[\(steps)],"requests":\(position(.requests)),\
      "connections":\(position(.connections)),"played":\(SimulatorStatus.json(played))}
      """
  }
}

extension FaultScript.Step {
  fileprivate var json: String {
    let count = count.map(String.init) ?? #""all""#
    let faults = faults.map(\.json).joined(separator: ",")
    return #"{"\#(scope.rawValue)":\#(count),"faults":[\#(faults)]}"#
  }
}

extension FaultScript.Choice {
  fileprivate var json: String {
    let own: String =
      switch fault {
      case .answer(let answer):
        #","status":\#(answer.status),"reason":\#(JSONWriter.quoted(answer.reason))"#
          + (answer.ageSeconds.map { #","age_seconds":\#($0)"# } ?? "")
          + (answer.retryAfterSeconds.map { #","retry_after_seconds":\#($0)"# } ?? "")
      case .slow(let milliseconds): #","milliseconds":\#(milliseconds)"#
      case .reset(let code): #","code":"\#(code.rawValue)""#
      case .goAway(let goAway): #","gives_up":"\#(goAway.rawValue)""#
      case .settings(let streams): #","max_concurrent_streams":\#(streams)"#
      case .silence, .close, .disconnect, .garbage: ""
      }
    return #"{"fault":"\#(fault.name)"\#(own),"share":\#(share)\#(arrives ? #","arrives":true"# : "")}"#
  }
}
