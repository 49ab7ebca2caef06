/// An error by which a handler chooses how the queue continues its job.
///
/// A request to a function that throws it is answered 503 with `Retry-After`, or 500 for ``discard(reason:)``.
public enum JobError: Error, Sendable, Hashable {
  /// The try has failed. The next one starts after this delay, in place of the back-off; with zero or less, at once. It
  /// uses up an attempt.
  case retry(after: Duration, reason: String)
  /// The try has failed, and further tries would fail too: the job ends.
  case discard(reason: String)
  /// It is too early for the job. It runs again after this delay, which is a second if it is shorter. It uses up no
  /// attempt.
  case snooze(for: Duration)
}
