/// The tasks that wait for events of one exchange. A woken task checks whether its event has occurred.
struct ExchangeWaiters: Sendable {
  /// The events for which a task waits.
  struct Kinds: OptionSet, Sendable {
    let rawValue: UInt8

    static let answer = Self(rawValue: 1)
    /// A piece of the other side's stream, or its end.
    static let piece = Self(rawValue: 2)
    /// Credit for this side's stream, or its end.
    static let credit = Self(rawValue: 4)
    static let end = Self(rawValue: 8)
    static let all: Self = [.answer, .piece, .credit, .end]
  }

  typealias Continuation = CheckedContinuation<Void, Never>

  private struct Waiter {
    let number: Int
    let kind: Kinds
    let continuation: Continuation
  }

  private var waiting: [Waiter] = []
  private var lastNumber = 0

  /// A number for a task, by which ``take(number:)`` finds it.
  mutating func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  mutating func add(_ continuation: Continuation, _ number: Int, for kind: Kinds) {
    waiting.append(Waiter(number: number, kind: kind, continuation: continuation))
  }

  /// Removes the tasks that wait for one of these.
  mutating func take(_ kinds: Kinds) -> [Continuation] {
    guard !waiting.isEmpty else { return [] }
    var taken: [Continuation] = []
    waiting.removeAll { waiter in
      guard kinds.contains(waiter.kind) else { return false }
      taken.append(waiter.continuation)
      return true
    }
    return taken
  }

  mutating func take(number: Int) -> Continuation? {
    waiting.firstIndex { $0.number == number }.map { waiting.remove(at: $0).continuation }
  }
}
