import Channel
import Testing

@testable import Workers

/// The order of a transaction's commands, without tasks and without a database.
@Suite struct TransactionOrderTests {
  /// An order whose changes are calls of a class, which the test's macros can look at.
  private final class Order {
    private var order = TransactionOrder<Int>()

    var isEnding: Bool { order.isEnding }

    func arrive(_ command: Int) -> Bool { order.arrive(command) }
    func end(_ note: TransactionNote) -> [Int] { order.end(note) }
    func abandon() -> [Int] { order.abandon() }
    func next() -> TransactionOrder<Int>.Step? { order.next() }
  }

  /// The steps that are due now, as texts.
  private func steps(_ order: Order, upTo count: Int = 10) -> [String] {
    var steps: [String] = []
    while steps.count < count, let step = order.next() {
      switch step {
      case .run(let command): steps.append("run \(command)")
      case .end(.commit): return steps + ["commit"]
      case .end(.rollBack): return steps + ["roll back"]
      case .abandon: return steps + ["abandon"]
      }
    }
    return steps
  }

  @Test func commandsRunInTheirOrder() {
    let order = Order()
    #expect(steps(order).isEmpty)
    for command in 1...3 { #expect(order.arrive(command) == true) }
    #expect(steps(order, upTo: 2) == ["run 1", "run 2"])
    #expect(order.arrive(4) == true)
    #expect(steps(order) == ["run 3", "run 4"])
    #expect(order.arrive(5) == true)
    #expect(steps(order) == ["run 5"])
    #expect(!order.isEnding)
  }

  @Test func aCommitComesAfterTheCommandsBeforeIt() {
    let order = Order()
    #expect(order.arrive(1) == true)
    #expect(order.arrive(2) == true)
    #expect(order.end(.commit).isEmpty)
    #expect(order.isEnding)
    #expect(steps(order) == ["run 1", "run 2", "commit"])
    #expect(steps(order) == ["commit"])
  }

  @Test func aRollbackLeavesOutTheCommandsBeforeIt() {
    let order = Order()
    for command in 1...3 { #expect(order.arrive(command) == true) }
    #expect(steps(order, upTo: 1) == ["run 1"])
    #expect(order.end(.rollBack) == [2, 3])
    #expect(steps(order) == ["roll back"])
  }

  @Test func aTransactionWithoutCommandsEnds() {
    let (committed, rolledBack, abandoned) = (Order(), Order(), Order())
    #expect(committed.end(.commit).isEmpty)
    #expect(steps(committed) == ["commit"])
    #expect(rolledBack.end(.rollBack).isEmpty)
    #expect(steps(rolledBack) == ["roll back"])
    #expect(abandoned.abandon().isEmpty)
    #expect(steps(abandoned) == ["abandon"])
  }

  @Test(arguments: [TransactionNote.commit, .rollBack])
  func aCommandAfterTheEndIsRefused(_ note: TransactionNote) {
    let order = Order()
    #expect(order.end(note).isEmpty)
    #expect(order.arrive(1) == false)
    #expect(order.end(note == .commit ? .rollBack : .commit).isEmpty)
    #expect(steps(order) == [note == .commit ? "commit" : "roll back"])
  }

  @Test func theEndOfTheCallLeavesOutTheCommands() {
    let order = Order()
    for command in 1...2 { #expect(order.arrive(command) == true) }
    #expect(order.abandon() == [1, 2])
    #expect(order.isEnding)
    #expect(order.arrive(3) == false)
    #expect(order.end(.commit).isEmpty)
    #expect(steps(order) == ["abandon"])
  }

  @Test func aCommitThatWasAskedForOutlivesTheCall() {
    let order = Order()
    #expect(order.arrive(1) == true)
    #expect(order.end(.commit).isEmpty)
    #expect(order.abandon().isEmpty)
    #expect(steps(order) == ["run 1", "commit"])
  }
}
