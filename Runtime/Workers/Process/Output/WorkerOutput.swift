import Channel

/// Splits a worker's standard output and error into log lines, and keeps the last lines and the crash for its death
/// record.
struct WorkerOutput {
  /// An event for the ``WorkerObserver``.
  enum Report: Equatable {
    case line(String)
    case dropped(Int)
  }

  /// The most lines that the record of a death has.
  static let lastLinesCount = 20

  private var splitter = LineSplitter()
  private var budget: LineBudget
  /// The last lines, whether they were reported or not.
  private(set) var lastLines: [String] = []
  /// The crash, if the worker has written of one.
  private(set) var crash: WorkerCrash?

  /// - Parameter lines: the most lines in ten seconds.
  init(lines: Int = LineBudget.lines) { budget = LineBudget(lines: lines) }

  /// Whether the worker has exceeded its line budget, so that its output is read with pauses.
  var isFlooding: Bool { budget.isExhausted }

  /// Takes the next bytes; returns what is to be reported.
  mutating func take(_ bytes: some Sequence<UInt8>, at now: ContinuousClock.Instant) -> [Report] {
    var reports = budget.report(at: now).map { [Report.dropped($0)] } ?? []
    for line in splitter.take(bytes) { reports += report(line, at: now) }
    return reports
  }

  /// Ends the output; returns what is to be reported.
  mutating func end(at now: ContinuousClock.Instant) -> [Report] {
    let rest = splitter.end().map { report($0, at: now) } ?? []
    return rest + (budget.takeDropped().map { [.dropped($0)] } ?? [])
  }

  private mutating func report(_ line: String, at now: ContinuousClock.Instant) -> [Report] {
    // The crash line goes into the death record, not into the log.
    if crash == nil, let crash = WorkerCrash(line: line) {
      self.crash = crash
      return []
    }
    if !Self.isOfStackTrace(line) {
      if lastLines.count == Self.lastLinesCount { lastLines.removeFirst() }
      lastLines.append(line)
    }
    return budget.admit(at: now) ? [.line(line)] : []
  }

  /// Whether a line is of the stack trace that Swift writes after the message of a trap. Its lines would push the
  /// message out of the record.
  private static func isOfStackTrace(_ line: String) -> Bool {
    line == "Current stack trace:" || line.first?.isNumber == true && line.contains(" 0x")
  }
}
