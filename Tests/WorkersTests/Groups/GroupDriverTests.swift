import Edge
import Foundation
import HTTPCalls
import NIOCore
import SwiftletTesting
import Synchronization
import Testing
import Worker

@testable import Workers

/// What the driver of a group reports to its rules.
@Suite(.timeLimit(.minutes(10))) struct GroupDriverTests {
  @Test func aCallThatEndsWhileItsWorkerDiesLeavesTheGroup() async throws {
    let greetings = try await LoneGroup(FadingLauncher())
    // The worker dies before its slots are looked at, so the rules have moved the call when it is refused.
    await #expect(throws: WorkerFailure.busy(retryAfter: 1)) { try await greetings.greet() }
    let (waiting, running, calls) = greetings.group.read { ($0.rules.waiting, $0.rules.running, $0.calls.count) }
    #expect(waiting == 0)
    #expect(running == 0)
    #expect(calls == 0)
    await greetings.stop()
  }

  @Test func aCallWhoseDeadlineHasPassedIsNotSent() async throws {
    let greetings = try await LoneGroup(FadingLauncher())
    // A worker that gets a call dies, and the call is refused as busy.
    await #expect(throws: WorkerFailure.resourceLimit(.wallClock)) { try await greetings.greet(within: -1) }
    let (running, calls) = greetings.group.read { ($0.rules.running, $0.calls.count) }
    #expect(running == 0)
    #expect(calls == 0)
    await greetings.stop()
  }

  @Test func aStepOfTheWallClockDoesNotEndACallThatWaits() async throws {
    let now = Mutex(Date(timeIntervalSince1970: 1_800_000_000))
    let greetings = try await LoneGroup(FadingLauncher(), clock: WallClock { now.withLock(\.self) })
    let call = greetings.call(1)
    now.withLock { $0 += 86_400 }
    #expect(!call.isOverdue)
    #expect(call.limitsFromNow.wallClock > .seconds(1))
    await greetings.stop()
  }

  @Test func aCallWhoseStreamWasReadIsNotMoved() async throws {
    let launcher = DyingLauncher(
      Worker.Bundle(
        "test",
        functions: [
          Function.raw("greet", access: .anyone) { request, _ in
            .text(String(buffer: try await request.body.collect(upTo: 100)))
          }
        ]))
    let greetings = try await LoneGroup(launcher)
    let pieces = NumberBox()
    let body = RequestBody {
      // The end of its worker is decided with that of its channel, which closes while the body is read.
      launcher.closeFirst()
      return pieces.next() == 1 ? ByteBuffer(string: "first piece") : nil
    }
    await #expect(throws: WorkerFailure.died) { try await greetings.greet(Request(body: body)) }
    let (running, calls) = greetings.group.read { ($0.rules.running, $0.calls.count) }
    #expect(running == 0)
    #expect(calls == 0)
    await greetings.stop()
  }

  @Test func aCancelledCallIsNotGivenToAnotherWorker() async throws {
    let runs = NumberBox()
    let (bound, isBound) = AsyncStream<DyingHandle>.makeStream()
    let launcher = DyingLauncher(
      Worker.Bundle(
        "test",
        functions: [
          Function.raw("greet", access: .anyone) { _, _ in
            _ = runs.next()
            return .text("")
          }
        ])
    ) { isBound.yield($0) }
    let greetings = try await LoneGroup(launcher)
    let greeting = Task { try await greetings.greet() }
    for await worker in bound {
      greeting.cancel()
      launcher.closeFirst()
      // The call asks for another worker before the end of its process is seen.
      for _ in 0..<100 { await Task.yield() }
      worker.die()
      break
    }
    await #expect(throws: CancellationError.self) { try await greeting.value }
    #expect(runs.next() == 1, "no worker has run it")
    let (running, calls) = greetings.group.read { ($0.rules.running, $0.calls.count) }
    #expect(running == 0)
    #expect(calls == 0)
    await greetings.stop()
  }

  @Test func aStreamIsReadForTheCurrentWorkerOnly() async throws {
    let greetings = try await LoneGroup(FadingLauncher())
    let call = greetings.call(1)
    let (first, second) = (WorkerID(number: 1), WorkerID(number: 2))
    call.markSent(as: RunningCall.Sending(worker: first, exchange: 2, slot: 0))
    call.markSent(as: nil)
    #expect(!call.beginReading(for: 2, of: first))
    call.markSent(as: RunningCall.Sending(worker: second, exchange: 2, slot: 0))
    #expect(!call.beginReading(for: 2, of: first))
    #expect(call.isMovable)
    #expect(call.beginReading(for: 2, of: second))
    #expect(!call.isMovable)
    await greetings.stop()
  }

  @Test func aForgottenGroupStartsNoWorker() async throws {
    let greetings = try await LoneGroup(FadingLauncher())
    #expect(!greetings.group.dropIfUnused(), "it takes calls")
    greetings.group.report { $0.isForgotten = true }
    await #expect(throws: WorkerFailure.boot(retryAfter: 1)) { try await greetings.greet() }
    #expect(greetings.group.summaries.isEmpty)
    greetings.group.restore()
    await #expect(throws: WorkerFailure.busy(retryAfter: 1)) { try await greetings.greet() }
    await greetings.stop()
  }

  @Test func aReplacedGroupIsDroppedOnceTheServicesOfItsCallsHaveEnded() async throws {
    let transport = StubbornTransport(endingWith: .max)
    let bundle = Worker.Bundle(
      "test",
      functions: [
        Function.raw("greet", access: .anyone) { _, context in
          _ = try await context.http.get("https://a.example/")
          return .text("")
        }
      ])
    let greetings = try await LoneGroup(InProcessLauncher(bundle), http: HTTPClient(transport: transport))
    let group = greetings.group
    let greeting = Task { try await greetings.greet() }
    await transport.begun(1)
    group.replace()
    let worker = try #require(group.summaries.first).worker
    #expect(group.end(WorkerID(number: worker), atOnce: true))
    await greetings.endOfWorkers()
    let later = NIODeadline.now() + GroupRules().memory
    let isForgotten = group.read { $0.rules.isForgotten(at: later) }
    #expect(isForgotten, "its rules know neither a worker nor a call")
    #expect(!group.dropIfUnused(at: later), "the request of its call has not ended")
    transport.release()
    await #expect(throws: WorkerFailure.died) { try await greeting.value }
    // There is no signal for the end of the last task.
    while !group.dropIfUnused(at: later) { await Task.yield() }
    await #expect(throws: WorkerFailure.boot(retryAfter: 1)) { try await greetings.greet() }
    await greetings.stop()
  }

  @Test func aCallIsFoundByItsExchangeAndItsWorker() async throws {
    let greetings = try await LoneGroup(FadingLauncher())
    let calls = [greetings.call(1), greetings.call(2)]
    for (call, worker) in zip(calls, [1, 2] as [UInt64]) {
      // Each worker has an exchange 2.
      call.markSent(as: RunningCall.Sending(worker: WorkerID(number: worker), exchange: 2, slot: 0))
      greetings.group.report { $0.calls[call.id] = call }
    }
    #expect(greetings.group.call(2, at: WorkerID(number: 1))?.id == 1)
    #expect(greetings.group.call(2, at: WorkerID(number: 2))?.id == 2)
    #expect(greetings.group.call(4, at: WorkerID(number: 2)) == nil)
    greetings.group.report { $0.calls = [:] }
    await greetings.stop()
  }
}
