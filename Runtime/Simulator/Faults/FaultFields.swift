import Wire

/// A reader for the fields of one object of a script. Its errors name the place.
struct FaultFields {
  private let json: JSONValue
  private let path: String

  init(_ json: JSONValue, _ path: String, known: Set<String>? = nil) throws(FaultScriptError) {
    guard json.object != nil else { throw FaultScriptError(path, "Expected an object") }
    self.json = json
    self.path = path
    if let known { try expect(known) }
  }

  /// Rejects unknown fields, which are most likely typing errors.
  func expect(_ known: Set<String>) throws(FaultScriptError) {
    for name in json.object?.keys ?? [] where !known.contains(name) {
      throw FaultScriptError(place(name), "Unknown field: expected one of \(known.sorted().joined(separator: ", "))")
    }
  }

  func integer(_ name: String, in range: ClosedRange<Int>) throws(FaultScriptError) -> Int? {
    guard let value = json[name] else { return nil }
    guard let integer = value.integer, range.contains(integer) else {
      let (low, high) = (range.lowerBound, range.upperBound)
      let bounds = high == .max ? "of \(low) or more" : "from \(low) to \(high)"
      throw FaultScriptError(place(name), "Expected a whole number \(bounds)")
    }
    return integer
  }

  func bool(_ name: String) throws(FaultScriptError) -> Bool? {
    guard let value = json[name] else { return nil }
    guard case .bool(let flag) = value else { throw FaultScriptError(place(name), "Expected true or false") }
    return flag
  }

  func share() throws(FaultScriptError) -> Double {
    guard let value = json["share"] else { return 1 }
    guard let share = value.double, share > 0, share <= 1 else {
      throw FaultScriptError(place("share"), "Expected a number above 0 and up to 1")
    }
    return share
  }

  /// Reads the fault, and returns the names of its fields too.
  func fault() throws(FaultScriptError) -> (Fault, Set<String>) {
    switch json["fault"]?.string {
    case "answer":
      let answer = FaultAnswer(
        status: try required("status", in: 400...599), reason: try text("reason"),
        ageSeconds: try integer("age_seconds", in: 0...Int(Int32.max)),
        retryAfterSeconds: try integer("retry_after_seconds", in: 0...86_400))
      return (.answer(answer), ["status", "reason", "age_seconds", "retry_after_seconds"])
    case "slow": return (.slow(milliseconds: try required("milliseconds", in: 1...600_000)), ["milliseconds"])
    case "silence": return (.silence, [])
    case "reset": return (.reset(try choice("code")), ["code"])
    case "goaway": return (.goAway(try choice("gives_up")), ["gives_up"])
    case "close": return (.close, [])
    case "disconnect": return (.disconnect, [])
    case "garbage": return (.garbage, [])
    case "settings":
      let streams = try required("max_concurrent_streams", in: 0...Int(Int32.max))
      return (.settings(maxConcurrentStreams: streams), ["max_concurrent_streams"])
    default:
      throw FaultScriptError(
        place("fault"),
        "Expected answer, slow, silence, reset, goaway, close, disconnect, garbage or settings")
    }
  }

  private func required(_ name: String, in range: ClosedRange<Int>) throws(FaultScriptError) -> Int {
    guard let value = try integer(name, in: range) else {
      throw FaultScriptError(place(name), "Expected a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  private func text(_ name: String) throws(FaultScriptError) -> String {
    guard let text = json[name]?.string, !text.isEmpty else { throw FaultScriptError(place(name), "Expected a text") }
    return text
  }

  private func choice<Value: RawRepresentable & CaseIterable>(
    _ name: String
  ) throws(FaultScriptError) -> Value where Value.RawValue == String {
    guard let value = json[name]?.string.flatMap(Value.init) else {
      let names = Value.allCases.map(\.rawValue).joined(separator: " or ")
      throw FaultScriptError(place(name), "Expected \(names)")
    }
    return value
  }

  private func place(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }
}
