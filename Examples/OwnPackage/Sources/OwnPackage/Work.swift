import Foundation
import Swiftlet

/// A piece of work for the queue, with a script of what its runs do.
struct Work: Codable, Sendable {
  let id: UUID
  /// The step of the first run, of the second, and so on; later runs do the work.
  var steps: [Step]?
  /// How long a run takes, if it takes any time.
  var milliseconds: Int?
  /// A text that is stored with it.
  var note: String?

  enum CodingKeys: String, CodingKey {
    case id, steps, note
    case milliseconds = "ms"
  }

  /// What one run does.
  enum Step: String, Codable, Sendable {
    /// Takes its time, and does the work.
    case work
    /// Takes its time, whether or not it is cancelled meanwhile, and does the work.
    case insist
    /// Waits until it is cancelled.
    case wait
    /// Fails.
    case fail
    /// Fails, and asks for another try after `ms`.
    case retry
    /// Fails, and asks for no other try.
    case discard
    /// Snoozes for `ms`.
    case snooze
    /// Ends the process at once.
    case die
    /// Traps, as any handler may.
    case trap
    /// Keeps a thread of the pool, whether or not it is cancelled meanwhile.
    case block
  }
}

/// Does a piece of work. A job may run more than once; a repeated run changes nothing.
let doWork = Function("do_work", access: .serviceRole, perform)
  .queued(backOff: BackOff(base: .milliseconds(100), cap: .seconds(1)))

/// The same with less patience: three tries of five seconds each.
let doWorkStrictly = Function("do_work_strictly", access: .serviceRole, perform)
  .queued(attempts: 3, backOff: BackOff(base: .milliseconds(400), cap: .milliseconds(600)), timeout: .seconds(5))

@Sendable private func perform(_ work: Work, _ context: Context<ServiceAccess>) async throws -> NoContent {
  guard let run = context.run else {
    throw FunctionError.validation("Work is done from the queue: call enqueue_work")
  }
  let span = try await Span.begin(work.id, run, context)
  let duration = Duration.milliseconds(work.milliseconds ?? 0)
  let steps = work.steps ?? []
  @Sendable func finish() async throws {
    try await Task.sleep(for: duration)
    try await span.finish(work.id, context)
  }
  switch span.number < steps.count ? steps[span.number] : .work {
  case .work: try await finish()
  // A detached task is not cancelled with the run.
  case .insist: try await Task.detached(operation: finish).value
  case .wait: try await Task.sleep(for: .seconds(3600))
  case .fail: throw WorkError()
  case .retry: throw JobError.retry(after: duration, reason: "the other side is busy")
  case .discard: throw JobError.discard(reason: "there is nothing to work on")
  case .snooze: throw JobError.snooze(for: duration)
  case .die: kill(getpid(), SIGKILL)
  case .trap: _ = await outOfRange()
  case .block: usleep(UInt32(min(max(work.milliseconds ?? 0, 0), 600_000)) * 1000)
  }
  return NoContent()
}

private struct WorkError: Error, CustomStringConvertible {
  let description = "the work failed"
}
