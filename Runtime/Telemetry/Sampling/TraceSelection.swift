import FoundationEssentials
import Host
import Wire

/// The state machine that selects the calls whose spans are exported: those that the sampler takes, each error, and of
/// each function the slowest call of a minute.
struct TraceSelection {
  /// The most functions whose slowest call is kept.
  static let mostFunctions = 1000

  /// The slowest call of a function in the current minute.
  private struct Slowest {
    let microseconds: Int
    /// The call; nil if it was selected already.
    let record: InvocationRecord?
  }

  private let sampler: TraceSampler
  private var minute = Int.min
  private var slowest: [String: Slowest] = [:]

  init(_ sampler: TraceSampler) { self.sampler = sampler }

  /// Whether calls wait for the end of the minute.
  var isWaiting: Bool { slowest.values.contains { $0.record != nil } }

  /// Takes a call.
  ///
  /// - Returns: the calls that are selected now: those of a minute that is over, and this one.
  mutating func add(_ record: InvocationRecord) -> [InvocationRecord] {
    var selected = timePassed(record.time)
    let trace = record.callersTrace.flatMap { TraceID(hex: $0) } ?? TraceID(record.id)
    let isSelected = record.isError || sampler.isSampled(trace, parent: record.isParentSampled)
    if isSelected { selected.append(record) }
    let known = slowest[record.function]
    let mayKeep = known != nil || slowest.count < Self.mostFunctions
    if mayKeep, record.timing.total > known?.microseconds ?? -1 {
      slowest[record.function] = Slowest(microseconds: record.timing.total, record: isSelected ? nil : record)
    }
    return selected
  }

  /// The slowest calls of the minute, if it is over.
  mutating func timePassed(_ now: Date) -> [InvocationRecord] {
    let current = now.minuteSince1970
    guard current > minute else { return [] }
    minute = current
    return finish()
  }

  /// The slowest calls of the minute until now.
  mutating func finish() -> [InvocationRecord] {
    defer { slowest.removeAll(keepingCapacity: true) }
    return slowest.values.compactMap(\.record).sorted { $0.sequence < $1.sequence }
  }
}
