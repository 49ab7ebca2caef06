import Jobs

/// The badges of jobs and of their tries.
enum JobBadge {
  static func html(_ job: QueuedJob) -> HTML {
    job.state == "scheduled" && job.attempt > 0 ? Badge(.warning, "retrying").html : html(state: job.state)
  }

  /// A state of the queue, or an outcome.
  static func html(state: String) -> HTML { Badge(kind(state), words(state)).html }

  static func html(_ run: RunRecord) -> HTML {
    run.isDead ? Badge(.bad, "\(words(run.outcome)), dead").html : html(state: run.outcome)
  }

  /// The meaning of a state or an outcome for the operator.
  static func kind(_ state: String) -> Badge.Kind {
    switch state {
    case "completed": .good
    case "running": .busy
    case "failed", "timed_out", "lost", "dead": .bad
    case "interrupted", "retrying", "snoozed": .warning
    default: .idle
    }
  }

  private static func words(_ state: String) -> String {
    switch state {
    case "available": "waiting"
    case "timed_out": "timed out"
    default: state
    }
  }
}
