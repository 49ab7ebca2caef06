import FoundationEssentials
import Synchronization

/// Answers to questions that pages ask, each kept for a while: a page that is rendered again does not ask again.
final class KeptAnswers<Key: Hashable & Sendable, Answer: Sendable>: Sendable {
  /// One answer.
  struct Kept: Sendable {
    let answer: Answer
    /// The instant at which the page was rendered that asked for it.
    let at: Date
  }

  /// The largest number of answers that are kept.
  private static var most: Int { 64 }

  private let lifetime: TimeInterval
  private let answers = Mutex<[Key: Kept]>([:])

  /// - Parameter lifetime: the time in seconds for which an answer is used.
  init(for lifetime: TimeInterval) { self.lifetime = lifetime }

  /// The kept answer if it is recent; otherwise a new one, made by `make`.
  func answer(_ key: Key, now: Date, make: () async throws -> Answer) async rethrows -> Kept {
    if let kept = answers.withLock({ $0[key] }), isRecent(kept, now) { return kept }
    let kept = Kept(answer: try await make(), at: now)
    answers.withLock { answers in
      answers = answers.filter { isRecent($0.value, now) }
      if answers.count >= Self.most { answers = [:] }
      answers[key] = kept
    }
    return kept
  }

  /// Forgets all answers.
  func invalidate() { answers.withLock { $0 = [:] } }

  private func isRecent(_ kept: Kept, _ now: Date) -> Bool { abs(now.timeIntervalSince(kept.at)) < lifetime }
}
