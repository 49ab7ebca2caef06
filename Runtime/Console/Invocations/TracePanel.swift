import Edge
import FoundationEssentials
import Host
import Wire

/// The calls and runs of an invocation's trace that the hosts have in memory, with the notifications that those of this
/// host sent.
struct TracePanel {
  /// The most calls and runs, and the most notifications of each.
  private static let limits = (calls: 100, pushes: 20)

  /// A call or run at its place in the tree.
  private struct Place {
    let record: InvocationRecord
    let depth: Int
  }

  private let record: InvocationRecord
  private let trace: String
  /// The oldest first.
  private let records: [InvocationRecord]

  /// - Parameter answers: the hosts' answers to ``selection(of:)``.
  init(of record: InvocationRecord, among answers: HostAnswers) {
    self.record = record
    trace = record.trace ?? ""
    records = answers.values(\.invocations).flatMap(\.value.records)
      .sorted { ($0.began, $0.sequence) < ($1.began, $1.sequence) }
      .suffix(Self.limits.calls)
  }

  /// The selection of the trace's calls and runs.
  static func selection(of trace: String) -> ListSelection {
    ListSelection(filter: "trace:\(trace)", limit: limits.calls)
  }

  var html: HTML {
    guard records.count > 1, let first = records.first else { return .empty }
    let end = records.map(\.time).max() ?? first.time
    let waterfall = Waterfall(
      total: Self.microseconds(from: first.began, to: end), label: "Call or run",
      rows: tree.flatMap { rows(of: $0, since: first.began) })
    let more: HTML =
      records.count == Self.limits.calls
      ? "<p class=\"note\">The newest \(Self.limits.calls) calls and runs of the trace.</p>" : .empty
    return Panel(
      title: "Trace: \(Quantities.counted(records.count, "call or run", plural: "calls and runs"))",
      actions: "<a class=\"button\" href=\"\(Section.invocations.path(filter: "trace:\(trace)"))\">Open as a list</a>",
      content: "\(waterfall.html)\(more)"
    ).html
  }

  /// The calls and runs, each after the one that caused it.
  private var tree: [Place] {
    let spans = Set(records.map(\.span))
    let children = Dictionary(grouping: records) { record in
      record.parentSpan.flatMap { spans.contains($0) && $0 != record.span ? $0 : nil }
    }
    var places: [Place] = []
    var waiting = (children[nil] ?? []).reversed().map { Place(record: $0, depth: 0) }
    while let place = waiting.popLast() {
      places.append(place)
      waiting += (children[place.record.span] ?? []).reversed().map { Place(record: $0, depth: place.depth + 1) }
    }
    return places
  }

  private func rows(of place: Place, since start: Date) -> [Waterfall.Row] {
    let run = place.record
    let began = Self.microseconds(from: start, to: run.began)
    let target = InvocationWords.target(run)
    let own = Waterfall.Row(
      key: run.id.lowercased, link: run.id == record.id ? nil : Section.invocations.path(run.id.lowercased),
      name: run.id == record.id
        ? "<b>\(InvocationWords.function(run))</b> <small>\(target)</small>"
        : "\(InvocationWords.function(run)) <small>\(target)</small>",
      depth: place.depth, began: began, took: run.timing.total, colour: run.isError ? "bad" : "busy",
      result: InvocationWords.status(run))
    let pushes = run.operations.filter { $0.push != nil }.prefix(Self.limits.pushes)
    // A job's function is called as soon as the run begins; a request's after the host's own work.
    let called = began + max(0, run.timing.total - (run.timing.response ?? 0) - Self.handler(of: run))
    return [own]
      + pushes.enumerated().map { number, step in
        Waterfall.Row(
          key: "\(run.id.lowercased)-\(number)", link: StepWords.link(step), name: StepWords.name(step),
          depth: place.depth + 1, began: called + step.began, took: step.microseconds, colour: StepWords.colour(step),
          result: StepWords.result(step))
      }
  }

  /// The time from the call of the function to its response, with the wait for a worker.
  private static func handler(of run: InvocationRecord) -> Int {
    (run.timing.handler ?? run.timing.total) + (run.timing.waited ?? 0)
  }

  private static func microseconds(from start: Date, to end: Date) -> Int {
    Int((min(max(0, end.timeIntervalSince(start)), 1e9) * 1_000_000).rounded())
  }
}

extension InvocationRecord {
  fileprivate var began: Date { time.addingTimeInterval(-Double(timing.total) / 1_000_000) }
}
