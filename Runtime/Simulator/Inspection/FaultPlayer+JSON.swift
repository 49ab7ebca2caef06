import Wire

extension FaultPlayer {
  /// The response of `GET /_simulator/faults`: the script in its own format, and its position.
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
