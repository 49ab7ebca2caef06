import Edge

/// The values of a job that stays in the queue after a try.
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
