import Channel
import Edge
import NIOCore
import Testing

@testable import Workers

/// The ends of workers whose process and channel do not end together.
@Suite(.timeLimit(.minutes(10))) struct GroupDeathTests {
  /// An answer without a body.
  private static let answer = CallAnswer.response(status: .noContent, fields: [:], body: .none).payload

  @Test func aCallWhoseAnswerIsReadAfterItsWorkersDeathIsNotLost() async throws {
    let launcher = DyingLauncher(
      marksCalls: true, whenBound: { _ in },
      whenOpened: { worker, call in
        worker.die { $0.end = .status(0) }
        call.answer(Self.answer, isDone: true)
      })
    let greetings = try await LoneGroup(launcher)
    try await greetings.greet()
    #expect(greetings.group.summaries.map(\.state) == ["ending"], "its channel may have more")
    launcher.closeFirst()
    await greetings.endOfWorkers()
    #expect(greetings.group.environment.deaths.all.isEmpty, "it ended by itself, and lost nothing")
    await greetings.stop()
  }

  @Test func aCallWithoutAnAnswerIsLost() async throws {
    let launcher = DyingLauncher(
      marksCalls: true, whenBound: { _ in },
      whenOpened: { worker, _ in
        worker.die { $0.end = .status(0) }
        worker.stop()
      })
    let greetings = try await LoneGroup(launcher)
    await #expect(throws: WorkerFailure.died) { try await greetings.greet() }
    let death = greetings.group.environment.deaths.all.last
    #expect(death?.lost.count == 1)
    #expect(death?.function == "greet")
    await greetings.stop()
  }

  @Test(arguments: [false, true], [nil, WorkerFailure.Resource.cpu])
  func aCallIsLostUntilItsBodyIsWhole(_ isWhole: Bool, _ limit: WorkerFailure.Resource?) async throws {
    let head = CallAnswer.response(status: .ok, fields: [:], body: .stream(length: nil))
    let launcher = DyingLauncher(
      whenBound: { _ in },
      whenOpened: { worker, call in
        call.answer(head.payload, hasBody: true)
        if isWhole { call.end() }
        worker.die {
          $0.limit = limit
          $0.call = limit == nil ? nil : call.id
        }
      })
    let greetings = try await LoneGroup(launcher)
    let result = try await greetings.group.run(
      .function("greet"), named: "greet", Request(), greetings.invocation())
    guard case .stream(let write) = result.response.body.content else {
      Issue.record("The body was collected")
      return
    }
    if isWhole {
      try await write(ResponseWriter { _ in })
      launcher.closeFirst()
    } else {
      launcher.closeFirst()
      let failure = limit.map { WorkerFailure.resourceLimit($0) } ?? .died
      await #expect(throws: failure) { try await write(ResponseWriter { _ in }) }
    }
    await greetings.endOfWorkers()
    let death = try #require(greetings.group.environment.deaths.all.last)
    #expect(death.lost.count == (isWhole ? 0 : 1))
    await greetings.stop()
  }

  @Test func aCallIsAnsweredBeforeItsTaskHasTheAnswer() async throws {
    let loop = try ChannelLoop(named: "answers")
    loop.start()
    let pair = try ChannelPair.make()
    let host = loop.connect(pair.host, as: .host, hello: ByteBuffer(), handler: AnsweringSide())
    _ = loop.connect(pair.worker, as: .worker, hello: ByteBuffer(), handler: AnsweringSide())
    let exchange = try host.open(ByteBuffer())
    let greetings = try await LoneGroup(DyingLauncher())
    let call = greetings.call(1)
    let sending = RunningCall.Sending(worker: WorkerID(number: 1), exchange: exchange.id, slot: 0)
    _ = try await exchange.answer()
    #expect(!call.isAnswered && call.isMovable)
    call.markSent(as: sending, by: exchange)
    #expect(call.isAnswered && !call.isMovable)
    call.markSent(as: nil)
    #expect(!call.isAnswered && call.isMovable, "it goes to another worker")
    await greetings.stop()
    loop.stop()
  }

  @Test func aStopDoesNotWaitForAChannelThatOutlivesItsProcess() async throws {
    let launcher = DyingLauncher(
      whenBound: { _ in },
      whenOpened: { worker, call in
        worker.die()
        // The call's background work goes on.
        call.answer(Self.answer)
      })
    let greetings = try await LoneGroup(launcher)
    try await greetings.greet()
    await greetings.group.stop()
    #expect(greetings.group.summaries.isEmpty)
    let (calls, ending) = greetings.group.read { ($0.calls.count, $0.endingWorkers) }
    #expect(calls == 0)
    #expect(ending == 0)
    await greetings.stop()
  }

  @Test func theRecordNamesAnAnsweredCallThatExceedsALimit() async throws {
    let launcher = DyingLauncher(
      whenBound: { _ in },
      whenOpened: { worker, call in
        worker.die {
          $0.end = .signal(9)
          $0.kill = .limit(.cpu, call: call.id)
          $0.limit = .cpu
          $0.call = call.id
        }
        call.answer(Self.answer)
      })
    let greetings = try await LoneGroup(launcher)
    try await greetings.greet()
    launcher.closeFirst()
    await greetings.endOfWorkers()
    let death = try #require(greetings.group.environment.deaths.all.last)
    #expect(death.reason == "cpu")
    #expect(death.function == "greet")
    #expect(death.lost.isEmpty)
    await greetings.stop()
  }

  @Test func aCallWhoseCallerLeavesWhileItsWorkerEndsDoesNotWaitForAnother() async throws {
    let (bound, isBound) = AsyncStream<DyingHandle>.makeStream()
    // The workers after the first one never become ready.
    let launcher = DyingLauncher(whenBound: { isBound.yield($0) })
    let greetings = try await LoneGroup(launcher)
    let group = greetings.group
    let greeting = Task { try await greetings.greet() }
    for await worker in bound {
      launcher.closeFirst()
      greeting.cancel()
      while !group.read({ $0.calls.values.contains { $0.isWithdrawn } }) { await Task.yield() }
      worker.die()
      break
    }
    await #expect(throws: CancellationError.self) { try await greeting.value }
    let (waiting, running, calls) = group.read { ($0.rules.waiting, $0.rules.running, $0.calls.count) }
    #expect(waiting == 0)
    #expect(running == 0)
    #expect(calls == 0)
    await greetings.stop()
  }

  @Test func aWorkerThatEndsACallWithoutAnAnswerIsEnded() async throws {
    let launcher = DyingLauncher(whenBound: { _ in }, whenOpened: { _, call in call.done() })
    let greetings = try await LoneGroup(launcher)
    await #expect(throws: WorkerFailure.died) { try await greetings.greet() }
    #expect(launcher.kills == [.violation("it ended a call of greet without an answer")])
    await greetings.stop()
  }

  @Test func aLongBodyOfJSONIsNotCollectedForAFunction() async throws {
    let head = CallAnswer.response(
      status: .ok, fields: [.contentType: "application/json"], body: .stream(length: 9 << 20))
    let launcher = DyingLauncher(
      whenBound: { _ in },
      whenOpened: { _, call in
        // No byte of the body follows.
        call.answer(head.payload, hasBody: true)
      })
    let greetings = try await LoneGroup(launcher)
    let result = try await greetings.group.run(
      .function("greet"), named: "greet", Request(), greetings.invocation())
    #expect(result.response.body.length == 9 << 20)
    if case .bytes = result.response.body.content { Issue.record("The body was collected") }
    await greetings.stop()
  }
}

/// An end of a channel that answers each exchange.
private final class AnsweringSide: WorkerChannelHandler {
  func received(hello: ByteBuffer, on channel: WorkerChannel) {}
  func opened(_ exchange: IncomingExchange) { exchange.answer(ByteBuffer(), isDone: true) }
  func noted(_ payload: ByteBuffer, of id: UInt64, on channel: WorkerChannel) {}
  func closed(_ channel: WorkerChannel, _ reason: ChannelEnd) {}
}
