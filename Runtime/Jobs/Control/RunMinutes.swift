import FoundationEssentials

/// The numbers of tries that ended in each minute of the last hour, by function, kept up to date from the history's new
/// rows alone.
///
/// The history's ids grow with time, but on a server a transaction with smaller ids may commit after one with greater
/// ids. Rows are therefore read again until they are a few seconds old; then they are settled.
struct RunMinutes: Sendable {
  /// The numbers of one minute.
  struct Numbers: Sendable, Equatable {
    var completed = 0
    var failed = 0
  }

  /// A group of the history's rows: one function, one minute, one outcome.
  struct Group: Sendable, Equatable {
    let name: String
    let minute: Date
    let outcome: RunOutcome
    let isSettled: Bool
    let count: Int
  }

  /// The rows to read: those after an id, of which some are settled.
  struct Reading: Sendable, Equatable {
    let after: Int64
    let settledUpTo: Int64
  }

  /// The time in seconds that is kept.
  static let span: Double = 3600
  /// The age in seconds from which on a row is settled.
  static let settling: Double = 5

  /// The id up to which all rows are settled.
  private(set) var settled: Int64
  /// The instant from which on rows are counted.
  private var begin: Date
  private var settledMinutes: [String: [Date: Numbers]] = [:]
  private var recentMinutes: [String: [Date: Numbers]] = [:]
  /// The greatest ids at earlier instants, the oldest first.
  private var marks: [(at: Date, id: Int64)] = []

  init(after id: Int64, since begin: Date) {
    settled = id
    self.begin = begin
  }

  /// The rows to read at an instant. `last` is the greatest id of the history.
  mutating func reading(at now: Date, last: Int64) -> Reading {
    marks.append((now, last))
    var upTo = settled
    while let mark = marks.first, mark.at <= now.addingTimeInterval(-Self.settling) {
      upTo = max(upTo, mark.id)
      marks.removeFirst()
    }
    return Reading(after: settled, settledUpTo: upTo)
  }

  /// Takes the rows of a reading, and forgets those older than the span.
  mutating func add(_ groups: [Group], of reading: Reading, at now: Date) {
    recentMinutes = [:]
    for group in groups {
      if group.isSettled {
        settledMinutes[group.name, default: [:]][group.minute, default: Numbers()].add(group)
      } else {
        recentMinutes[group.name, default: [:]][group.minute, default: Numbers()].add(group)
      }
    }
    settled = reading.settledUpTo
    let oldest = now.addingTimeInterval(-Self.span - 60)
    settledMinutes = settledMinutes.compactMapValues { minutes in
      let kept = minutes.filter { $0.key > oldest }
      return kept.isEmpty ? nil : kept
    }
    begin = max(begin, now.addingTimeInterval(-Self.span))
  }

  /// Whether the numbers were read so recently that only new rows are left to be read.
  func isUsable(at now: Date) -> Bool { marks.last.map { abs(now.timeIntervalSince($0.at)) < 300 } ?? false }

  /// The instant from which on the numbers are whole.
  var since: Date { begin }

  var names: Set<String> { Set(settledMinutes.keys).union(recentMinutes.keys) }

  /// The numbers of a function in each of the last 60 minutes, the oldest first. The last minute is the running one.
  func minutes(of name: String, at now: Date) -> [Numbers] {
    let current = (now.timeIntervalSince1970 / 60).rounded(.down)
    return (0..<60).map { number in
      let minute = Date(timeIntervalSince1970: (current - 59 + Double(number)) * 60)
      var sum = settledMinutes[name]?[minute] ?? Numbers()
      if let recent = recentMinutes[name]?[minute] { sum.add(recent) }
      return sum
    }
  }

  /// The number of completed tries within the last 60 seconds. Of the minute before the running one the share that lies
  /// within them is taken.
  static func perMinute(_ minutes: [Numbers], at now: Date) -> Int {
    guard let current = minutes.last else { return 0 }
    let elapsed = now.timeIntervalSince1970.truncatingRemainder(dividingBy: 60)
    let earlier = Double(minutes.dropLast().last?.completed ?? 0) * (60 - elapsed) / 60
    return current.completed + Int(earlier.rounded())
  }
}

extension RunMinutes.Numbers {
  fileprivate mutating func add(_ group: RunMinutes.Group) {
    switch group.outcome {
    case .completed: completed += group.count
    case .failed, .timedOut, .lost: failed += group.count
    case .cancelled, .discarded, .snoozed, .interrupted, .skipped: break
    }
  }

  fileprivate mutating func add(_ other: RunMinutes.Numbers) {
    completed += other.completed
    failed += other.failed
  }
}
