import FoundationEssentials
import Synchronization

/// The answers to the latest calls from the console, for the page that follows the form. Older ones are forgotten.
final class InvokeResults: Sendable {
  /// A call and its answer.
  struct Result: Sendable, Hashable {
    let function: String
    let operation: String
    let request: InvokeRequest
    /// The form that was sent, without the session's token.
    let form: Form
    let answer: InvokeAnswer
    let at: Date
  }

  /// The most answers that are kept.
  static let capacity = 32
  /// The most bytes of all kept answers with their calls, apart from the last one.
  static let byteLimit = 4 << 20
  /// The time for which an answer is kept.
  static let lifetime: TimeInterval = 900

  private let results = Mutex<[(id: String, result: Result)]>([])

  /// Keeps an answer.
  ///
  /// - Returns: its id, which cannot be guessed.
  func add(_ result: Result) -> String {
    let id = UUID().uuidString.lowercased()
    results.withLock { results in
      results.append((id, result))
      results.removeAll { result.at.timeIntervalSince($0.result.at) > Self.lifetime }
      var bytes = results.reduce(0) { $0 + $1.result.bytes }
      while results.count > 1, results.count > Self.capacity || bytes > Self.byteLimit {
        bytes -= results.removeFirst().result.bytes
      }
    }
    return id
  }

  /// An answer; nil if it is not kept any more.
  func result(_ id: String, at now: Date) -> Result? {
    results.withLock { results in results.first { $0.id == id }?.result }
      .flatMap { now.timeIntervalSince($0.at) > Self.lifetime ? nil : $0 }
  }
}

extension InvokeResults.Result {
  /// The size of its texts, approximately.
  fileprivate var bytes: Int {
    answer.body.count + answer.headers.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
      + (request.body?.count ?? 0) + request.target.utf8.count
      + form.fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
  }
}
