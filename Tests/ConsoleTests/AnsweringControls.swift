import Edge
import Synchronization

@testable import Console

/// Commands of a host whose answers a test gives. It notes the calls.
final class AnsweringControls: Controls {
  private let answers: [String: [UInt8]]
  private let noted = Mutex<[(name: String, input: String)]>([])

  /// - Parameter answers: the answers as JSON, by the command's name. Other commands are not there.
  init(_ answers: [String: any Encodable & Sendable]) throws {
    self.answers = try answers.mapValues { try Wire.encode($0) }
  }

  /// The calls so far, with their inputs as JSON.
  var calls: [(name: String, input: String)] { noted.withLock(\.self) }

  func call(_ name: String, _ input: [UInt8]?) async throws -> [UInt8] {
    noted.withLock { $0.append((name, String(decoding: input ?? [], as: UTF8.self))) }
    guard let answer = answers[name] else { throw FunctionError.notFound("CONTROL_NOT_FOUND", "There is no \(name)") }
    return answer
  }
}
