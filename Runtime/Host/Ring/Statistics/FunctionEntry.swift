import FoundationEssentials
import Wire

/// The counts of one function on one event loop.
struct FunctionEntry: Sendable {
  let name: String
  private(set) var calls = 0
  private(set) var refused = 0
  private(set) var errors = 0
  private(set) var last: Date?
  private(set) var version: String?
  /// The last minutes that had calls, each at its number modulo 60. An unused place has the minute `Int.min`.
  private var minutes: [MinuteStatistics] = []

  init(_ name: String) { self.name = name }

  /// The calls of a minute; nil if there were none, or if the minute is no longer stored.
  subscript(minute minute: Int) -> MinuteStatistics? {
    guard !minutes.isEmpty, minutes[Self.place(of: minute)].minute == minute else { return nil }
    return minutes[Self.place(of: minute)]
  }

  mutating func add(_ record: borrowing InvocationRecord) {
    calls += 1
    if record.isError { errors += 1 } else if record.status >= 400 { refused += 1 }
    last = record.time
    if let version = record.version { self.version = version }
    change(record.time.minuteSince1970) { $0.add(record) }
  }

  /// Adds the calls of another event loop.
  mutating func add(_ other: FunctionEntry) {
    calls += other.calls
    refused += other.refused
    errors += other.errors
    if let time = other.last, time > last ?? .distantPast {
      last = time
      version = other.version ?? version
    }
    for minute in other.minutes where minute.calls > 0 { change(minute.minute) { $0.add(minute) } }
  }

  /// Changes the counts of a minute. A minute that is older than the stored one of its place is ignored.
  private mutating func change(_ minute: Int, _ body: (inout MinuteStatistics) -> Void) {
    if minutes.isEmpty {
      minutes = Array(repeating: MinuteStatistics(minute: .min), count: FunctionStatistics.minutes)
    }
    let place = Self.place(of: minute)
    guard minutes[place].minute <= minute else { return }
    if minutes[place].minute < minute { minutes[place] = MinuteStatistics(minute: minute) }
    body(&minutes[place])
  }

  private static func place(of minute: Int) -> Int {
    let place = minute % FunctionStatistics.minutes
    return place < 0 ? place + FunctionStatistics.minutes : place
  }
}
