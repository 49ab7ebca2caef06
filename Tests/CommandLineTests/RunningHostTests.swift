import Edge
import Foundation
import Host
import Jobs
import Loop
import Testing

@testable import Swiftlet

/// The commands on jobs with a running host, through its socket.
@Suite(.timeLimit(.minutes(10))) struct RunningHostTests {
  @Test func theRunningHostRunsTheJob() async throws {
    let console = try Console(
      Application(jobs: [
        Job("tidy_up", every: "0 3 1 1 *") { _ in },
        Job("refuse", every: "0 3 1 1 *", retries: 0) { _ in throw FunctionError.conflict("no") },
        Job("limp", every: "0 3 1 1 *", backOff: BackOff(base: .seconds(3600))) { _ in throw CancellationError() },
      ]))
    try await console.withHost {
      let run = await console.run("jobs", "run", "tidy_up")
      #expect(run.code == 0)
      #expect(run.error == "")
      #expect(run.output.wholeMatch(of: /tidy_up completed in [\d.]+ m?s \(job 1, try 1\)\n/) != nil, "\(run.output)")
      let failed = await console.run("jobs", "run", "refuse")
      #expect(failed.code == 1)
      #expect(failed.output.contains("(job 2, try 1): CONFLICT: no\n"), "\(failed.output)")
      let retried = await console.run("jobs", "run", "limp")
      #expect(retried.code == 1)
      #expect(retried.output.contains(/\nIt is tried again at \S+Z\.\n/), "\(retried.output)")
      #expect(await console.run("jobs", "pause", "tidy_up").code == 0)
      #expect(await console.run("jobs", "list").output.contains(/tidy_up .* paused\n/))
      let unknown = await console.run("jobs", "run", "nothing")
      #expect(unknown.code == 1)
      #expect(unknown.error.hasPrefix("error: There is no job named nothing; there are: limp, "))
    }
    // The command's changes are stored, also without the host.
    #expect(await console.run("jobs", "list").output.contains(/tidy_up .* paused\n/))
  }

  @Test func aJobThatRunsIsCancelled() async throws {
    let started = Promise<Bool>()
    let console = try Console(
      Application(jobs: [
        Job("linger", every: "0 3 1 1 *") { _ in
          started.fulfil(true)
          try await untilCancelled()
        }
      ]))
    try await console.withHost {
      let run = await console.run("jobs", "run", "linger", "--detach")
      #expect(run.output == "Job 1: linger\n")
      #expect(run.error == "")
      _ = await started.value()
      #expect(await console.run("jobs", "list").output.contains(/linger .* on, running\n/))
      let running: [RunRecord] = try await console.run("jobs", "history", "--outcome", "running", "--json").json()
      #expect(running.map(\.jobID) == [1])
      #expect(await console.run("jobs", "retry", "1").error == "error: Job 1 runs at this moment\n")
      #expect(await console.run("jobs", "cancel", "1").output == "Job 1 runs, and was told to end.\n")
    }
    let history: [RunRecord] = try await console.run("jobs", "history", "--json").json()
    #expect(history.map(\.outcome) == ["cancelled"])
  }

  /// The code's schedule is due much later, that of `config.toml` soon.
  @Test func aScheduleOfTheConfigurationFires() async throws {
    let fired = Promise<String>()
    let console = try Console(
      Application(jobs: [Job("tick", every: "0 0 1 1 *") { fired.fulfil($0.invocation.trigger.rawValue) }]),
      config: "[jobs.tick]\nschedule = \"* * * * * *\"\n")
    try await console.withHost { #expect(await fired.value() == "schedule") }
    let history: [RunRecord] = try await console.run("jobs", "history", "--json").json()
    #expect(history.contains { $0.trigger == "schedule" && $0.outcome == "completed" })
  }

  @Test func functionsAndCommandsEnqueueWithoutAHost() async throws {
    let receipt = Function("send_receipt", access: .serviceRole) { (_: Int, _) in NoContent() }
    let console = try Console(
      Application(functions: [
        receipt,
        Function("buy", access: .anyone) { context in
          _ = try await context.jobs.enqueue(receipt, 5)
          return ["bought": true]
        },
      ]))
    #expect(await console.run("invoke", "buy").output == "{\"bought\":true}")
    let queue: [QueuedJob] = try await console.run("jobs", "queue", "--json").json()
    #expect(queue.map(\.name) == ["send_receipt"])
    #expect(queue.map(\.state) == ["available"])
  }

  @Test func anErrorNamesADifferentSecretAsTheReason() async throws {
    let console = try Console(Application())
    try await console.withHost {
      try console.folder.write(".env", "SUPABASE_JWT_SECRET=\"a secret that the running host does not have\"")
      let list = await console.run("jobs", "list")
      #expect(list.code == 1)
      #expect(list.error.hasPrefix("error: The running host does not accept the service key"), "\(list.error)")
    }
  }
}
