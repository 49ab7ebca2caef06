/// What a handler throws to tell the queue what to do, instead of failing.
///
/// Called over HTTP, such a function answers 503 with `Retry-After`, or 500 where there is nothing to wait for.
public enum JobError: Error, Sendable, Hashable {
  /// It failed, and the next try comes after this long, whatever the back-off says. It uses up an attempt.
  case retry(after: Duration, reason: String)
  /// It failed, and no try would do better: the job ends.
  case discard(reason: String)
  /// Nothing is wrong, but it is too early: the job comes again after this long, a second at least. It uses up no attempt.
  case snooze(for: Duration)
}
