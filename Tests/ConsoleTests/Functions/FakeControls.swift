import Edge

@testable import Console

/// Controls with fixed answers. A name without one does not exist.
struct FakeControls: Controls {
  var answers: [String: JSONValue] = [:]

  func call(_ name: String, _ input: [UInt8]?) async throws -> [UInt8] {
    guard let answer = answers[name] else { throw FunctionError.notFound("NOT_FOUND", "There is no control \(name)") }
    return try Wire.encode(answer)
  }
}
