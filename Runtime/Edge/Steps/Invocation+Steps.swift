import NIOCore
import Synchronization

extension Invocation {
  /// The steps so far; nil for a run whose steps are not recorded.
  package var steps: RunSummary? {
    guard let began else { return nil }
    let now = (NIODeadline.now() - began).nanoseconds
    return recorded.withLock { $0.summary(at: now) }
  }

  /// Runs a step of the run, and records it.
  ///
  /// - Parameters:
  ///   - text: the description of the step, without values. It is made after the step, if the step is kept.
  ///   - note: adds what the result says.
  func step<T>(
    _ kind: RunOperation.Kind, _ text: @autoclosure () -> String, _ body: () async throws -> T,
    note: (T, inout RunOperation) -> Void = { _, _ in }
  ) async throws -> T {
    guard let step = begin(kind) else { return try await body() }
    do {
      let value = try await body()
      end(step, text()) { note(value, &$0) }
      return value
    } catch {
      end(step, text()) { $0.error = StepError.kind(of: error) }
      throw error
    }
  }

  /// Counts the time of a body as the database's, without a step.
  func databaseTime<T>(_ body: () async throws -> T) async throws -> T {
    guard let began else { return try await body() }
    let start = (NIODeadline.now() - began).nanoseconds
    recorded.withLock { $0.beginTime(true, at: start) }
    defer {
      let end = (NIODeadline.now() - began).nanoseconds
      recorded.withLock { $0.endTime(true, at: end) }
    }
    return try await body()
  }

  /// Begins a step; nil if the run's steps are not recorded.
  func begin(_ kind: RunOperation.Kind) -> RunSteps.Running? {
    guard let began else { return nil }
    let now = (NIODeadline.now() - began).nanoseconds
    return recorded.withLock { $0.begin(kind, at: now) }
  }

  func end(
    _ step: RunSteps.Running?, _ text: @autoclosure () -> String, _ note: (inout RunOperation) -> Void = { _ in }
  ) {
    guard let began, let step else { return }
    let now = (NIODeadline.now() - began).nanoseconds
    var operation: RunOperation?
    if step.isKept {
      var kept = RunOperation(
        kind: step.kind, text: text().cut(toBytes: RunOperation.longestText), began: Int(step.began / 1000),
        microseconds: Int((now - step.began) / 1000))
      note(&kept)
      operation = kept
    }
    recorded.withLock { $0.end(step, operation, at: now) }
  }
}
