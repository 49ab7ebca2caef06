import Console
import Edge
import Foundation
import Synchronization
import Wire

/// The commands that the pages of events call, with answers that a test sets.
final class EventControls: Controls {
  private let jobs: [String]
  private let isDown: Bool
  private let calls = Mutex<[String]>([])

  /// - Parameters:
  ///   - jobs: the states of the jobs that each run enqueued.
  ///   - isDown: whether all commands fail.
  init(jobs: [String] = [], isDown: Bool = false) {
    self.jobs = jobs
    self.isDown = isDown
  }

  /// The names of the called commands.
  var called: [String] { calls.withLock(\.self) }

  func call(_ name: String, _ input: [UInt8]?) async throws -> [UInt8] {
    calls.withLock { $0.append(name) }
    guard !isDown else { throw FunctionError.notConnected("<b>down</b>") }
    switch name {
    case "jobs_of_run":
      let jobs = jobs.enumerated().map {
        ["id": .integer(Int64($0.offset + 1)), "name": "letter", "state": .string($0.element)] as JSONValue
      }
      return try Wire.encode(JSONValue.array(jobs))
    case "workers": return Array(#"{"workers":[],"groups":[],"deaths":[]}"#.utf8)
    default: throw FunctionError.notFound("NO_COMMAND", "There is no command \(name)")
    }
  }
}
