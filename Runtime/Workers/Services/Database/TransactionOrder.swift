import Channel
import NIOCore

/// The order of one transaction's commands: a pure state machine.
///
/// Commands run one after another, in the order of their frames. The worker's note ends the transaction after the
/// commands before it (commit), or without them (roll back). The end of the call abandons the transaction, unless its
/// commit has been asked for.
struct TransactionOrder<Command: Sendable>: Sendable {
  enum Step: Sendable {
    case run(Command)
    /// The transaction is to be ended as the worker says.
    case end(TransactionNote)
    /// The transaction is to be rolled back, since its call has ended.
    case abandon
  }

  private enum Ending {
    case none
    case said(TransactionNote)
    case abandoned
  }

  private var waiting = CircularBuffer<Command>(initialCapacity: 2)
  private var ending = Ending.none

  /// Whether the transaction takes no more commands.
  var isEnding: Bool { if case .none = ending { false } else { true } }

  /// Takes a command.
  ///
  /// - Returns: whether it will run or be answered in its turn; false after the end of the transaction's body.
  mutating func arrive(_ command: Command) -> Bool {
    guard !isEnding else { return false }
    waiting.append(command)
    return true
  }

  /// Takes the worker's note; a second one is without effect.
  ///
  /// - Returns: the commands that will not run.
  mutating func end(_ note: TransactionNote) -> [Command] {
    guard !isEnding else { return [] }
    ending = .said(note)
    return note == .rollBack ? takeAll() : []
  }

  /// Takes the end of the call.
  ///
  /// - Returns: the commands that will not run.
  mutating func abandon() -> [Command] {
    guard !isEnding else { return [] }
    ending = .abandoned
    return takeAll()
  }

  /// The next step, which is taken; nil while there is none. The end of the transaction is returned again and again.
  mutating func next() -> Step? {
    if let command = waiting.popFirst() { return .run(command) }
    switch ending {
    case .none: return nil
    case .said(let note): return .end(note)
    case .abandoned: return .abandon
    }
  }

  private mutating func takeAll() -> [Command] {
    defer { waiting.removeAll() }
    return Array(waiting)
  }
}
