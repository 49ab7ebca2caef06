import Edge

/// The values of an ended try that the history stores.
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
