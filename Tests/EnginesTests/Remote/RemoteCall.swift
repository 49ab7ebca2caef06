import Channel
import Database
import Edge
import Foundation
import HTTPCalls
import Logging
import Synchronization
import Worker
import Workers

/// A call of a worker in this process: a channel between two loops, the host's handling of its operations, and its
/// remote services.
final class RemoteCall: Sendable {
  private let loops: [ChannelLoop]
  private let host: RemoteHostSide
  private let hostChannel: WorkerChannel
  /// The call, whose steps the host records.
  let invocation: Invocation
  /// The call's operations, in the host.
  let operations: CallDatabase
  /// The worker's end.
  let channel: CallChannel
  /// The number of operations that the host has received.
  var operationCount: Int { host.count.load(ordering: .relaxed) }

  init(on database: Database, queue: any QueueEngine = RemoteNoQueue(), accounts: any Accounts = NoAccounts()) throws {
    let loops = try [ChannelLoop(named: "test-host"), ChannelLoop(named: "test-worker")]
    for loop in loops { loop.start() }
    let pair = try ChannelPair.make()
    invocation = Invocation(
      id: InvocationID(at: Date()), trigger: .manual, identity: nil, deadline: Date(timeIntervalSinceNow: 3600),
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, function: "remote",
      services: Self.services(on: database, queue: queue, accounts: accounts), began: .now())
    operations = CallDatabase(invocation, on: loops[0].reactor)
    host = RemoteHostSide(operations)
    hostChannel = loops[0].connect(pair.host, as: .host, hello: ByteBuffer(string: "host"), handler: host)
    let worker = loops[1].connect(
      pair.worker, as: .worker, hello: ByteBuffer(string: "worker"), handler: RemoteWorkerSide())
    channel = CallChannel(worker, call: 2)
    self.loops = loops
  }

  /// The host's services for a run on a database.
  static func services(
    on database: Database, queue: any QueueEngine = RemoteNoQueue(), accounts: any Accounts = NoAccounts()
  ) -> Services {
    Services(
      database: database, jobs: JobQueue(queue, database: database), http: HTTPClient(transport: RemoteNoTransport()),
      storage: NoStorage(), clock: .system, background: RemoteNoBackground(), secrets: Secrets(), accounts: accounts)
  }

  /// The database with the host's rights.
  func engine(_ dialect: SQLDialect) -> RemoteDatabaseEngine { RemoteDatabaseEngine(channel, dialect: dialect) }

  /// Ends the worker's side, as the death of its process does.
  func killWorker() { channel.channel.close() }

  /// Ends the call, and then the channel.
  func end() async {
    await operations.end()
    hostChannel.close()
    for loop in loops { loop.stop() }
  }
}

/// The host's end: all operations belong to the one call.
private final class RemoteHostSide: WorkerChannelHandler {
  private let operations: CallDatabase
  let count = Atomic(0)

  init(_ operations: CallDatabase) { self.operations = operations }

  func received(hello: ByteBuffer, on channel: WorkerChannel) {}

  func opened(_ exchange: IncomingExchange) {
    count.add(1, ordering: .relaxed)
    guard let message = try? OperationMessage(payload: exchange.payload),
      operations.receive(message.operation, exchange)
    else { return exchange.done() }
  }

  func noted(_ payload: ByteBuffer, of id: UInt64, on channel: WorkerChannel) { operations.noted(payload, of: id) }

  func closed(_ channel: WorkerChannel, _ reason: ChannelEnd) {}
}

/// The worker's end: the host asks for nothing.
private final class RemoteWorkerSide: WorkerChannelHandler {
  func received(hello: ByteBuffer, on channel: WorkerChannel) {}
  func opened(_ exchange: IncomingExchange) { exchange.done() }
  func noted(_ payload: ByteBuffer, of id: UInt64, on channel: WorkerChannel) {}
  func closed(_ channel: WorkerChannel, _ reason: ChannelEnd) {}
}
