import Edge

/// Answers of the job commands in which one text stands in each place that the text of an application can reach.
enum JobAnswers {
  private static let now: JSONValue = "2026-03-01T11:59:00.000Z"

  /// A job in the queue.
  static func job(_ text: String, state: String = "dead") -> JSONValue {
    [
      "id": 17, "name": .string(text), "state": .string(state), "trigger": .string(text), "priority": 5, "run_at": now,
      "attempt": 2, "max_attempts": 3, "key": .string(text), "enqueued_at": now, "started_at": now,
      "host": .string(text), "error": .string(text), "input": .string(text),
    ]
  }

  /// A try.
  static func run(_ text: String) -> JSONValue {
    [
      "id": 4, "job_id": 17, "name": .string(text), "trigger": .string(text), "attempt": 1, "scheduled_at": now,
      "is_late": true, "started_at": now, "finished_at": now, "duration_ms": 12, "outcome": .string(text),
      "error": .string(text), "next_run_at": now, "is_dead": false, "host": .string(text),
      "taken_over_from": .string(text), "origin": origin(text),
    ]
  }

  private static func origin(_ text: String) -> JSONValue {
    ["trigger": .string(text), "function": .string(text), "id": .string(text), "user": .string(text)]
  }

  private static func details(_ text: String) -> JSONValue {
    [
      "id": 17, "name": .string(text), "state": "dead", "queued": job(text), "input": ["note": .string(text)],
      "fence": 1, "lease_ms": 1000, "is_cancelled": true, "lost_leases": 1, "origin": origin(text),
      "runs": [run(text)],
    ]
  }

  private static func counts(_ text: String) -> JSONValue {
    [
      "functions": [
        [
          "name": .string(text), "waiting": 1, "scheduled": 1, "retrying": 1, "held": 1, "running": 1, "dead": 1,
          "oldest_due_at": now, "completed_per_minute": 1, "completed": 1, "failed": 1, "minutes": [1, 2],
          "is_paused": true, "is_scheduled": true, "is_known": true,
        ]
      ], "at": now, "since": now,
    ]
  }

  private static func progress(_ text: String) -> JSONValue {
    [
      "number": 1, "action": "cancel", "selection": .string(text), "count": 9, "started_at": now, "done": 3,
      "skipped": 1, "busy": 1, "error": .string(text),
    ]
  }

  /// The jobs that match a filter.
  static func matching(_ count: Int, _ text: String = "ship") -> JSONValue {
    let number = JSONValue.integer(Int64(count))
    return [
      "count": number, "groups": [["name": .string(text), "state": .string(text), "count": number]], "last": 17,
    ]
  }

  /// A line of the list of schedules.
  static func schedule(_ text: String, isPaused: Bool = false) -> JSONValue {
    [
      "schedule": [
        "name": .string(text), "schedule": .string(text), "description": .string(text), "time_zone": .string(text),
        "is_enabled": true, "is_paused": .bool(isPaused), "next_run": .string(text), "last": run(text), "running": 1,
      ],
      "next_at": now,
      "bars": [["outcome": .string(text), "duration_ms": 12, "at": now, "is_manual": true]],
    ]
  }

  private static func scheduleDetails(_ text: String) -> JSONValue {
    [
      "line": schedule(text, isPaused: true),
      "ticks": [["at": now, "local": .string(text), "change": .string(text)]],
      "policies": [["name": .string(text), "value": .string(text), "is_configured": true]],
    ]
  }

  /// The answers of all commands that the pages of the queue and of schedules read.
  static func all(_ text: String) -> [String: any Encodable & Sendable] {
    let answers: [String: JSONValue] = [
      "jobs_counts": counts(text), "jobs_bulk_progress": [progress(text)], "jobs_search": ["jobs": [job(text)]],
      "jobs_runs": ["runs": [run(text)]], "jobs_show": details(text), "jobs_matching": matching(2, text),
      "jobs_schedules": [schedule(text)], "jobs_schedule": scheduleDetails(text),
    ]
    return answers
  }
}
