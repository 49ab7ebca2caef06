import Edge
import FoundationEssentials
import Host
import Jobs
import Wire

/// The jobs that runs enqueued, asked of the queue at most every two seconds for each run: a live page is rendered more
/// often.
final class JobsOfRuns: Sendable {
  /// The answer of the queue.
  enum Answer: Sendable {
    case jobs([JobCommand.EnqueuedByRun])
    /// The reason why it did not answer.
    case failed(String)
  }

  private let controls: any Controls
  private let answers: SharedAnswers<UUID, Answer>

  init(_ controls: any Controls, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
    self.controls = controls
    answers = SharedAnswers(for: .seconds(2), now: now)
  }

  func jobs(of id: UUID) async -> Answer {
    await answers[id].get {
      do {
        return .jobs(try await controls.call("jobs_of_run", JobCommand.Run(id: id, began: Self.start(of: id))))
      } catch {
        return .failed((error as? FunctionError)?.message ?? "the queue did not answer")
      }
    }
  }

  /// The instant in an id of version 7; the distant past for another id.
  private static func start(of id: UUID) -> Date {
    let bytes = id.uuid
    guard bytes.6 >> 4 == 7 else { return .distantPast }
    let milliseconds = [bytes.0, bytes.1, bytes.2, bytes.3, bytes.4, bytes.5].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Date(timeIntervalSince1970: Double(milliseconds) / 1000)
  }
}
