import Host
import Synchronization

/// Answers by a key, each made at most once at a time and kept for a while: a page that is rendered again does not ask
/// again.
final class SharedAnswers<Key: Hashable & Sendable, Answer: Sendable>: Sendable {
  /// The largest number of answers that are kept.
  private static var most: Int { 64 }

  private let lifetime: Duration
  private let now: @Sendable () -> ContinuousClock.Instant
  private let answers = Mutex<[Key: SharedAnswer<Answer>]>([:])

  init(for lifetime: Duration, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
    self.lifetime = lifetime
    self.now = now
  }

  subscript(key: Key) -> SharedAnswer<Answer> {
    answers.withLock { [lifetime, now] answers in
      if let answer = answers[key] { return answer }
      if answers.count >= Self.most { answers = [:] }
      let answer = SharedAnswer<Answer>(for: lifetime, now: now)
      answers[key] = answer
      return answer
    }
  }

  func invalidate() { answers.withLock { $0 = [:] } }
}
