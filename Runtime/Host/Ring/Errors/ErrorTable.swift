import FoundationEssentials
import Synchronization

/// The groups of errors, at most ``capacity``. When there are more, the one that was not seen for the longest time is
/// dropped.
final class ErrorTable: Sendable {
  static let capacity = 500

  private let state = Mutex<[ErrorGroup.Key: ErrorGroup]>([:])

  /// The groups, the last seen first.
  var groups: [ErrorGroup] {
    state.withLock { Array($0.values) }.sorted { ($1.last, $0.id) < ($0.last, $1.id) }
  }

  func add(_ record: borrowing InvocationRecord) {
    let text = record.error ?? "status \(record.status)"
    let isJob = record.job != nil || record.trigger != .http
    let key = ErrorGroup.Key(
      kind: isJob ? .job : .call, function: record.function, status: record.status, form: ErrorText.form(of: text))
    add(key, at: record.time, text: text, example: record.id, version: record.version)
  }

  func add(_ record: borrowing LogRecord) {
    let key = ErrorGroup.Key(
      kind: .log, function: record.function ?? "", status: 0, form: ErrorText.form(of: record.message))
    add(key, at: record.time, text: record.message, example: record.invocation, version: nil)
  }

  func add(_ record: borrowing WorkerDeathRecord) {
    let key = ErrorGroup.Key(
      kind: .crash, function: record.function ?? record.group, status: 0,
      form: ErrorText.form(of: "\(record.reason): \(record.description)"))
    add(
      key, at: record.time, text: ([record.description] + record.lines).joined(separator: "\n"),
      example: record.lost.first.flatMap { UUID(uuidString: $0) }, version: record.version, lost: record.lost.count)
  }

  private func add(
    _ key: ErrorGroup.Key, at date: Date, text: String, example: UUID?, version: String?, lost: Int = 0
  ) {
    state.withLock { groups in
      if groups[key] == nil, groups.count >= Self.capacity,
        let oldest = groups.min(by: { $0.value.last < $1.value.last })?.key
      {
        groups[oldest] = nil
      }
      groups[key, default: ErrorGroup(key, at: date)].add(
        at: date, text: text, example: example, version: version, lost: lost)
    }
  }
}
