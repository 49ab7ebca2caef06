import Edge
import FoundationEssentials

/// The bytes of answers that the host has stored for each caller's keys in a period of a day, as a state machine without
/// I/O. A period begins with a caller's first answer after the one before.
struct AnswerAllowance: Sendable {
  /// The caller to whom an answer counts.
  enum Caller: Hashable, Sendable {
    case user(UUID)
    /// A client without a user: its site's network; nil for one whose address is unknown.
    case network(ClientNetwork?)
  }

  private struct Use {
    var bytes: Int
    let end: Date
  }

  /// The bytes of a row beside its answer, with its place in the index.
  private static let rowSize = 256

  private let bytes: Int
  private let callers: Int
  private var uses: [Caller: Use] = [:]

  /// - Parameters:
  ///   - bytes: the most bytes of one caller in the lifetime of an answer.
  ///   - callers: the most callers that are remembered.
  init(bytes: Int = 16 << 20, callers: Int = 10_000) {
    self.bytes = bytes
    self.callers = callers
  }

  /// The seconds after which the caller may have answers stored again; nil if it may now.
  func wait(of caller: Caller, at now: Date) -> TimeInterval? {
    guard let use = uses[caller], use.end > now, use.bytes >= bytes else { return nil }
    return use.end.timeIntervalSince(now)
  }

  /// Counts a stored answer.
  mutating func add(_ answer: StoredAnswer, of caller: Caller, at now: Date) {
    let size = answer.body.count + (answer.fields?.utf8.count ?? 0) + Self.rowSize
    if let use = uses[caller], use.end > now {
      uses[caller]?.bytes += size
      return
    }
    if uses.count >= callers { uses = uses.filter { $0.value.end > now } }
    // Those who take much are remembered longest.
    if uses.count >= callers { uses = uses.filter { $0.value.bytes > bytes / 2 } }
    if uses.count >= callers { uses = [:] }
    uses[caller] = Use(bytes: size, end: now + KeyStore.lifetime)
  }
}
