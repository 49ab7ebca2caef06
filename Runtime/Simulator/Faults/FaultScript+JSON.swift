import Wire

extension FaultScript {
  /// Reads a script in the format that ``help`` describes.
  ///
  /// - Throws: ``FaultScriptError`` with the place of the mistake.
  package init(json: String) throws(FaultScriptError) { try self.init(bytes: Array(json.utf8)) }

  init(bytes: [UInt8]) throws(FaultScriptError) {
    guard let json = try? JSONScanner.value(of: bytes) else { throw FaultScriptError("", "The script is not JSON") }
    let fields = try FaultFields(json, "", known: ["seed", "steps"])
    let seed = try fields.integer("seed", in: 0...Int.max) ?? 1
    guard let steps = json["steps"]?.array else { throw FaultScriptError("steps", "Expected a list of steps") }
    self.init(seed: UInt64(seed))
    for (index, step) in steps.enumerated() { self.steps.append(try Step(step, "steps[\(index)]")) }
  }
}

extension FaultScript.Step {
  fileprivate init(_ json: JSONValue, _ path: String) throws(FaultScriptError) {
    let fields = try FaultFields(json, path, known: ["requests", "connections", "faults"])
    guard (json["requests"] == nil) != (json["connections"] == nil) else {
      throw FaultScriptError(path, #"Expected either "requests" or "connections": how many the step lasts"#)
    }
    let scope: Scope = json["requests"] == nil ? .connections : .requests
    let lastsForever = json[scope.rawValue]?.string == "all"
    self.init(scope, count: lastsForever ? nil : try fields.integer(scope.rawValue, in: 1...Int.max), faults: [])
    guard let list = json["faults"] else { return }
    guard let list = list.array else { throw FaultScriptError("\(path).faults", "Expected a list of faults") }
    for (index, choice) in list.enumerated() {
      let place = "\(path).faults[\(index)]"
      let choice = try FaultScript.Choice(choice, place)
      guard scope == .requests || choice.fault.fitsConnections else {
        throw FaultScriptError(place, "\(choice.fault.name) needs a request: use it in a step of requests")
      }
      faults.append(choice)
    }
    guard faults.reduce(0, { $0 + $1.share }) <= 1.000_001 else {
      throw FaultScriptError("\(path).faults", "The shares add up to more than 1")
    }
  }
}

extension FaultScript.Choice {
  fileprivate init(_ json: JSONValue, _ path: String) throws(FaultScriptError) {
    let fields = try FaultFields(json, path)
    let (fault, own) = try fields.fault()
    try fields.expect(own.union(["fault", "share", "arrives"]))
    let share = try fields.share()
    let arrives = try fields.bool("arrives") ?? false
    if arrives, fault.keepsAnswer {
      throw FaultScriptError(
        "\(path).arrives", "\(fault.name) keeps the answer: the notification arrives anyway. Leave it out")
    }
    self.init(fault, share: share, arrives: arrives)
  }
}
