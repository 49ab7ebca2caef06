import Channel
import Edge
import Foundation
import Loop
import Testing

@testable import Worker

/// The operations of the database that a worker has open at its host.
@Suite(.timeLimit(.minutes(10))) struct OperationGateTests {
  @Test func theStatementsOfATransactionWaitForTheirPlaces() async throws {
    let host = try SilentHost()
    let remote = try RemoteTransaction(of: CallChannel(host.channel, call: 2), .host, .readCommitted)
    let transaction = Transaction(RemoteTransactionEngine(remote, dialect: .sqlite))
    let statements = (0..<2500).map { _ in
      Task(executorPreference: host.executor) { _ = try await transaction.execute("DELETE FROM t") }
    }
    let parts = (0..<2500).map { _ in
      Task(executorPreference: host.executor) { try await transaction.savepoint {} }
    }
    let count = await host.openCount()
    // The begin, the transaction's own place, and the places of all transactions.
    #expect((2...258).contains(count))
    await host.end(after: statements + parts)
  }

  @Test func theUsesOfQueueAndAccountsWaitForTheirPlaces() async throws {
    let host = try SilentHost()
    let call = CallChannel(host.channel, call: 2)
    let (queue, accounts) = (RemoteQueue(call), RemoteAccounts(call))
    let user = UUID()
    let uses: [@Sendable () async throws -> Void] = [
      { _ = try await queue.status(of: 1) },
      { _ = try await queue.pruneHistory(olderThan: .seconds(1), keeping: 1) },
      { try await accounts.delete(user) },
    ]
    let tasks = (0..<3000).map { number in
      Task(executorPreference: host.executor) { try await uses[number % 3]() }
    }
    let count = await host.openCount()
    #expect(count <= 1536)
    await host.end(after: tasks)
  }

  @Test func theEndOfASavepointWaitsForItsPlaceInACancelledTask() async throws {
    let host = try SilentHost()
    let remote = try RemoteTransaction(of: CallChannel(host.channel, call: 2), .host, .readCommitted)
    let transaction = Transaction(RemoteTransactionEngine(remote, dialect: .sqlite))
    let statement = Task(executorPreference: host.executor) { _ = try await transaction.execute("DELETE FROM t") }
    var operations = host.operations.makeAsyncIterator()
    _ = await operations.next()
    let received = await operations.next()
    let exchange = try #require(received)
    // No place is left but the transaction's own, which the statement has.
    var leases: [OperationLease] = []
    while let lease = OperationGate.statements.passNow() { leases.append(lease) }
    let step = Task(executorPreference: host.executor) {
      try await remote.send(.savepoint(in: remote.id, .rollBack))
    }
    step.cancel()
    _ = await host.openCount()
    exchange.answer(OperationAnswer.value(1).payload, isDone: true)
    try await statement.value
    try await step.value
    withExtendedLifetime(leases) {}
    await host.end(after: [statement, step])
  }
}
