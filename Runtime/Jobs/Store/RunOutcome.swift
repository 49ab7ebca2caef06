import Database

/// The outcome of a try.
package enum RunOutcome: String, Sendable, Hashable, CaseIterable, SQLValue {
  /// The handler returned.
  case completed
  /// The handler threw.
  case failed
  /// The handler exceeded its timeout and was cancelled.
  case timedOut = "timed_out"
  /// A command or a function cancelled the job.
  case cancelled
  /// The handler, or a command, ended the job without another try.
  case discarded
  /// The handler asked to run again later.
  case snoozed
  /// The host stopped before the handler had ended; another try follows at once.
  case interrupted
  /// The lease ran out: the host died or stopped responding. A job that was cancelled before counts as cancelled.
  case lost
  /// A tick that did not run: the last run was still going, or it was not decided in time.
  case skipped
}
