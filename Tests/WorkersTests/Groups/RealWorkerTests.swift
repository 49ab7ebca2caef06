import Edge
import Foundation
import Testing

@testable import Workers

/// Groups over processes of a fixture bundle.
@Suite(.timeLimit(.minutes(10))) struct RealWorkerTests {
  @Test func callsAreAnsweredByOneWorker() async throws {
    let workers = try await RealWorkers()
    try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<20 { group.addTask { try await workers.call("neighbour") } }
      for try await answer in group { #expect(answer == "well") }
    }
    let report = workers.system.report()
    #expect(report.workers.map(\.group) == ["neighbour"])
    #expect(report.workers.map(\.served) == [20])
    #expect(report.deaths.isEmpty)
    await workers.stop()
    #expect(workers.system.report().workers.isEmpty)
  }

  @Test func theStepsOfACallAndItsCPUTimeAreKnown() async throws {
    let workers = try await RealWorkers()
    let invocation = workers.invocation()
    #expect(try await workers.call("record", "call=a-value&ms=0", as: invocation) == "a-value")
    let steps = try #require(invocation.steps)
    #expect(steps.operations.map(\.text) == ["INSERT INTO bad_starts (call) VALUES (?)"])
    #expect(steps.operations.allSatisfy { $0.kind == .statement && $0.error == nil })
    #expect(steps.database > 0 && steps.calls == 0 && steps.dropped == 0)
    let used = try #require(invocation.workerRun?.cpu)
    #expect(used > 0)
    let failing = workers.invocation()
    await #expect(throws: WorkerFailure.died) { _ = try await workers.call("trap", nil, as: failing) }
    #expect(failing.steps?.operations == [])
    await workers.stop()
  }

  @Test func aCrashIsAnsweredAndRecorded() async throws {
    let workers = try await RealWorkers()
    let id = InvocationID(at: Date())
    await #expect(throws: WorkerFailure.died) { try await workers.call("trap", id: id) }
    let death = try #require(workers.system.report().deaths.last)
    #expect(death.group == "trap")
    #expect(death.lost == ["\(id)"])
    #expect(["SIGILL", "SIGTRAP"].contains(death.reason))
    #expect(death.lines.joined().contains("Index out of range"))
    // The next call starts another worker.
    #expect(try await workers.call("trap", "index=0") == "1")
    await workers.stop()
  }

  @Test func aPrintedLineIsKeptWhenItsWorkerIsKilled() async throws {
    let workers = try await RealWorkers()
    #expect(try await workers.call("prints", "line=a-line") == "printed")
    let pid = try #require(workers.system.report().workers.first?.pid)
    kill(pid, SIGKILL)
    await workers.wait { !$0.deaths.isEmpty }
    #expect(workers.system.report().deaths.last?.lines == ["a-line"])
    await workers.stop()
  }

  @Test func aWorkerThatDoesNotStartIsAnsweredAtOnce() async throws {
    let workers = try await RealWorkers()
    for _ in 0..<4 { #expect(await workers.failure("never_boots") == .boot(retryAfter: 1)) }
    _ = await workers.failure("never_boots")
    let failure = await workers.failure("never_boots")
    guard case .boot(let seconds)? = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect((2...5).contains(seconds), "starts are spaced after the tenth death")
    #expect(workers.system.problems.count == 1)
    #expect(try await workers.call("neighbour") == "well")
    await workers.stop()
  }

  @Test func oneshotUsesAProcessOnce() async throws {
    let workers = try await RealWorkers { $0.policy = .oneshot }
    try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<6 { group.addTask { try await workers.call("neighbour") } }
      for try await answer in group { #expect(answer == "well") }
    }
    #expect(!workers.system.report().workers.contains { $0.served > 1 })
    #expect(workers.system.report().deaths.isEmpty)
    await workers.stop()
  }

  @Test func aKilledWorkerLosesTheCallsThatHadBegun() async throws {
    let workers = try await RealWorkers { $0.maximum = 1 }
    #expect(try await workers.call("neighbour") == "well")
    let (died, answered) = await withTaskGroup(of: WorkerFailure?.self) { group in
      for _ in 0..<100 { group.addTask { await workers.failure("neighbour", "ms=1000") } }
      await workers.wait { $0.workers.first?.inFlight == 100 }
      if let pid = workers.system.report().workers.first?.pid { kill(pid, SIGKILL) }
      var (died, answered) = (0, 0)
      for await failure in group {
        if failure == nil { answered += 1 } else if failure == .died { died += 1 }
      }
      return (died, answered)
    }
    #expect(died + answered == 100, "those that had not begun are answered by another worker")
    let death = try #require(workers.system.report().deaths.last)
    #expect(death.reason == "SIGKILL")
    #expect(death.lost.count == died)
    #expect(try await workers.call("neighbour") == "well")
    await workers.stop()
  }

  @Test func aHandlerThatIgnoresItsEndIsEndedWithItsWorker() async throws {
    let workers = try await RealWorkers()
    // The second call does not wait for a start.
    #expect(try await workers.call("blocking_sleep", "s=0") == "awake")
    #expect(await workers.failure("blocking_sleep", within: 1) == .resourceLimit(.wallClock))
    #expect(workers.system.report().deaths.last?.reason == "wall_clock")
    await workers.stop()
  }

  @Test func aWorkerWithAnOverdueCallTakesNoNewCalls() async throws {
    let workers = try await RealWorkers { $0.calls = CallLimits(idle: .zero) }
    let late = Task { await workers.failure("blocking_sleep") }
    await workers.wait { $0.workers.first?.inFlight == 1 }
    let first = workers.system.report().workers.first?.worker
    late.cancel()
    await workers.wait { $0.workers.first { $0.worker == first }?.state == "retiring" }
    #expect(try await workers.call("blocking_sleep", "s=0") == "awake")
    #expect(workers.system.report().workers.contains { $0.worker != first && $0.served == 1 })
    await workers.stop()
    _ = await late.value
  }

  @Test func aCallAtItsSoftLimitRetiresItsWorker() async throws {
    let workers = try await RealWorkers {
      $0.calls = CallLimits(softCPU: .milliseconds(50), hardCPU: .seconds(600))
    }
    let spinning = Task { await workers.failure("spin") }
    await workers.wait { $0.workers.first?.state == "retiring" }
    let ended = try workers.system.end(WorkerSystem.Selection(group: "spin"), atOnce: true)
    #expect(ended.map(\.inFlight) == [1])
    #expect(await spinning.value == .died)
    #expect(workers.system.report().deaths.last?.reason == "killed")
    #expect(throws: FunctionError.self) { try workers.system.end(WorkerSystem.Selection(group: "spin"), atOnce: true) }
    await workers.stop()
  }

  @Test func aCallWithTooManyThreadsEndsItsWorker() async throws {
    let workers = try await RealWorkers()
    #expect(await workers.failure("many_threads") == .resourceLimit(.threads))
    #expect(workers.system.report().deaths.last?.reason == "threads")
    await workers.stop()
  }

  @Test func aCallThatLooksAtItsDeadlineEndsBetweenItsLimitsOfCPUTime() async throws {
    let workers = try await RealWorkers {
      $0.calls = CallLimits(softCPU: .milliseconds(50), hardCPU: .milliseconds(1500))
    }
    #expect(await workers.failure("spin_until_deadline", within: 3600) == nil)
    #expect(!workers.system.report().deaths.contains { $0.reason == "cpu" })
    await workers.stop()
  }

  @Test func aWorkerHasItsLimitOfOpenFiles() async throws {
    let workers = try await RealWorkers {
      var own = WorkersConfiguration.Function()
      own.openFiles = 40
      $0.functions["opens_files"] = own
    }
    let count = try #require(Int(try await workers.call("opens_files")))
    #expect((20..<40).contains(count))
    await workers.stop()
  }

  @Test func aSpinningCallIsEndedAtItsLimitOfCPUTime() async throws {
    let workers = try await RealWorkers {
      $0.calls = CallLimits(softCPU: .milliseconds(100), hardCPU: .milliseconds(300))
    }
    #expect(await workers.failure("spin") == .resourceLimit(.cpu))
    #expect(workers.system.report().deaths.last?.function == "spin")
    await workers.stop()
  }
}
