import Edge

/// What the history is told of a try that has ended.
enum EndColumn: Int, JobColumn {
  case fence, finishedAt, milliseconds, outcome, error, nextRunAt, isDead

  var type: QueueDialect.ColumnType {
    switch self {
    case .fence, .milliseconds, .isDead: .integer
    case .outcome, .error: .text
    case .finishedAt, .nextRunAt: .instant
    }
  }

  func value(of run: EndedRun) -> JSONValue {
    switch self {
    case .fence: .integer(run.fence)
    case .finishedAt: .instant(run.finishedAt)
    case .milliseconds: run.milliseconds.map(JSONValue.integer) ?? .null
    case .outcome: .string(run.outcome.rawValue)
    case .error: run.storableError.map(JSONValue.string) ?? .null
    case .nextRunAt: run.next
    case .isDead: .flag(run.disposition == .dead)
    }
  }
}

/// What becomes of a job that stays in the queue after a try.
enum MoveColumn: Int, JobColumn {
  case state, runAt, unusedAttempts, lane, isLost, deaths

  var type: QueueDialect.ColumnType {
    switch self {
    case .state, .lane: .text
    case .runAt: .instant
    case .unusedAttempts, .isLost, .deaths: .integer
    }
  }

  func value(of run: EndedRun) -> JSONValue {
    switch self {
    case .state: run.disposition == .dead ? "dead" : "scheduled"
    case .runAt: run.next
    case .unusedAttempts:
      if case .again(_, usesAttempt: false) = run.disposition { .integer(1) } else { .integer(0) }
    case .lane: run.lane.map(JSONValue.string) ?? .null
    case .isLost: .flag(run.outcome == .lost)
    case .deaths: .flag(run.hasHostDied)
    }
  }
}

extension EndedRun {
  fileprivate var next: JSONValue { if case .again(let date, _) = disposition { .instant(date) } else { .null } }

  /// Postgres stores no zero byte: one in a handler's words would keep this host from writing any run's end.
  fileprivate var storableError: String? {
    error.map { String($0.prefix(Self.maximumError)).replacing("\0", with: "\u{FFFD}") }
  }
}
