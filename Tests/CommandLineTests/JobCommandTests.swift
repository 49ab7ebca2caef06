import Edge
import Foundation
import Jobs
import Testing

@testable import Swiftlet

/// The commands on jobs without a running host: directly on the database.
@Suite struct JobCommandTests {
  private let console: Console

  init() throws {
    console = try Console(
      Application(
        functions: [
          Function("ping", access: .serviceRole) { _ in ["pong": true] },
          Function("send", access: .serviceRole) { (_: [String: Int], _) in ["sent": true] },
        ],
        jobs: [
          Job("tidy_up", every: "0 3 * * *", timeZone: "Europe/Berlin") { _ in },
          Job("limp", every: "@hourly", retries: 1, backOff: BackOff(base: .seconds(3600))) { _ in
            throw FunctionError.validation("a leg\nhurts")
          },
          Job("refuse", every: "@every 90s", retries: 0) { _ in throw FunctionError.conflict("no") },
        ]),
      config: "[jobs.refuse]\nenabled = false\n")
  }

  @Test func theListShowsWhenJobsRun() async throws {
    let list = await console.run("jobs", "list")
    #expect(list.code == 0)
    #expect(list.error == "")
    let lines = list.output.split(separator: "\n")
    #expect(lines.count == 5)
    #expect(lines[0].wholeMatch(of: /NAME +SCHEDULE +ZONE +NEXT RUN +LAST +HOST +STATE/) != nil)
    #expect(
      lines[1].wholeMatch(of: /limp +every hour +UTC +\d{4}-\d\d-\d\dT\d\d:00:00\+00:00 +- +- +on/) != nil,
      "\(lines[1])")
    #expect(lines[2].hasPrefix("prune_history  every day at 03:17  UTC "))
    #expect(lines[3].wholeMatch(of: /refuse +every 90 seconds +UTC +- +- +- +off/) != nil, "\(lines[3])")
    #expect(
      lines[4].wholeMatch(of: /tidy_up +every day at 03:00 +Europe\/Berlin +\S+T03:00:00\+0[12]:00 +- +- +on/) != nil,
      "\(lines[4])")
  }

  @Test func hostsAreListed() async throws {
    #expect(await console.run("jobs", "hosts").output == "No host has announced itself.\n")
    #expect(await console.run("jobs", "hosts", "--json").output == "[]\n")
  }

  @Test func theListIsJSONToo() async throws {
    let jobs: [JSONValue] = try await console.run("jobs", "list", "--json").json()
    guard case .object(let refuse) = jobs[2] else { throw JSONFault("no object", at: "$") }
    #expect(
      refuse == [
        "name": "refuse", "schedule": "@every 90s", "description": "every 90 seconds", "time_zone": "UTC",
        "is_enabled": false, "is_paused": false, "running": 0,
      ])
  }

  @Test func aRunThatCompletesIsShown() async throws {
    let run = await console.run("jobs", "run", "tidy_up")
    #expect(run.code == 0)
    #expect(run.output.wholeMatch(of: /tidy_up completed in [\d.]+ m?s \(job 1, try 1\)\n/) != nil, "\(run.output)")
    let list = await console.run("jobs", "list")
    let line = /tidy_up .* completed \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ +\S+\/\d+ +on\n/
    #expect(list.output.contains(line), "\(list.output)")
    let record: RunRecord = try await console.run("jobs", "run", "tidy_up", "--json").json()
    #expect(record.jobID == 2)
    #expect(record.trigger == "manual")
    #expect(record.outcome == "completed")
  }

  @Test func aFunctionWithoutInputRunsToo() async throws {
    #expect(await console.run("jobs", "run", "ping").output.hasPrefix("ping completed in "))
    let refused = await console.run("jobs", "run", "send")
    #expect(refused.code == 1)
    #expect(refused.error == "error: send needs an input: enqueue it with jobs enqueue send --input\n")
  }

  @Test func aFailedRunShowsItsErrorAndTheNextTry() async throws {
    let run = await console.run("jobs", "run", "limp")
    #expect(run.code == 1)
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(
      lines[0].wholeMatch(of: /limp failed after [\d.]+ m?s \(job 1, try 1\): VALIDATION_ERROR: a leg hurts/) != nil,
      "\(lines[0])")
    #expect(
      lines[1].wholeMatch(of: /It is tried again at \S+Z, if a host is running by then\./) != nil, "\(lines[1])")
    let queue: [QueuedJob] = try await console.run("jobs", "queue", "--json").json()
    #expect(queue.map(\.state) == ["scheduled"])
    let record: RunRecord = try await console.run("jobs", "history", "--json").json(as: [RunRecord].self)[0]
    #expect(record.error == "VALIDATION_ERROR: a leg\nhurts")
    #expect(record.nextRunAt != nil)
  }

  @Test func aDeadJobIsRetriedOrCancelledByCommand() async throws {
    let run = await console.run("jobs", "run", "refuse")
    #expect(run.code == 1)
    #expect(
      run.output.hasSuffix(
        """
        (job 1, try 1): CONFLICT: no
        That was its last try: it stays in the queue as dead. `\(Program.name) jobs retry 1` tries again.

        """), "\(run.output)")
    let dead = await console.run("jobs", "queue", "--state", "dead", "--job", "refuse")
    #expect(dead.output.contains(/1 +refuse +dead +\S+Z +0 +1 of 1 +manual +- +- +CONFLICT: no\n/), "\(dead.output)")
    #expect(await console.run("jobs", "queue", "--state", "available").output.split(separator: "\n").count == 1)

    let retry = await console.run("jobs", "retry", "1")
    #expect(retry.code == 0)
    #expect(retry.output == "Job 1 is tried again.\n")
    #expect(retry.error == "warning: no host is running: the job waits for one\n")
    let queue: [QueuedJob] = try await console.run("jobs", "queue", "--json").json()
    #expect(queue.map(\.state) == ["available"])
    #expect(queue.map(\.maximumAttempts) == [2])

    #expect(await console.run("jobs", "cancel", "1").output == "Job 1 is cancelled.\n")
    let again = await console.run("jobs", "cancel", "1")
    #expect(again.code == 1)
    #expect(again.error == "error: There is no unfinished or dead job 1\n")
    #expect(await console.run("jobs", "retry", "1").code == 1)
    let history: [RunRecord] = try await console.run("jobs", "history", "--json").json()
    #expect(history.map(\.outcome) == ["cancelled", "failed"])
    #expect(history.map(\.isDead) == [false, true])
  }

  @Test func aDetachedRunWaitsForAHost() async throws {
    let run = await console.run("jobs", "run", "tidy_up", "--detach")
    #expect(run.code == 0)
    #expect(run.output == "Job 1: tidy_up\n")
    #expect(run.error == "warning: no host is running: the job waits for one\n")
    #expect(await console.run("jobs", "run", "tidy_up", "--detach", "--json").output == "{\"id\":2}\n")
    #expect(await console.run("jobs", "cancel", "2", "--json").output == "{\"result\":\"cancelled\"}\n")
    let queue: [QueuedJob] = try await console.run("jobs", "queue", "--json").json()
    #expect(queue.map(\.id) == [1])
    #expect(queue.map(\.state) == ["available"])
  }

  @Test func theHistoryIsFiltered() async throws {
    for name in ["tidy_up", "refuse", "tidy_up"] { _ = await console.run("jobs", "run", name) }
    func found(_ arguments: String...) async throws -> [Int64] {
      let all = ["jobs", "history", "--json"] + arguments
      let history: [RunRecord] = try await console.run(all).json()
      return history.compactMap(\.jobID)
    }
    #expect(try await found() == [3, 2, 1])
    #expect(try await found("--limit", "2") == [3, 2])
    #expect(try await found("--job", "tidy_up") == [3, 1])
    #expect(try await found("--outcome", "failed") == [2])
    #expect(try await found("--outcome", "dead") == [2])
    #expect(try await found("--since", "1h") == [3, 2, 1])
    #expect(try await found("--until", "1h") == [])
    #expect(try await found("--since", "2000-01-01", "--until", "2000-01-01T12:00:00Z") == [])
    #expect(try await found("--job", "nothing") == [])
    let table = await console.run("jobs", "history", "--job", "refuse").output
    #expect(
      table.contains(/JOB +NAME +TRIGGER +TRY +DUE +ENDED +TOOK +OUTCOME +ERROR\n/), "\(table)")
    #expect(
      table.contains(/2 +refuse +manual +1 +\S+Z +\S+Z +[\d.]+ m?s +failed \(dead\) +CONFLICT: no\n/), "\(table)")
  }

  @Test func aPausedJobStaysPaused() async throws {
    #expect(await console.run("jobs", "pause", "tidy_up").output == "Paused tidy_up.\n")
    #expect(await console.run("jobs", "list").output.contains(/tidy_up .* paused\n/))
    #expect(await console.run("jobs", "run", "tidy_up").code == 0)
    #expect(await console.run("jobs", "resume", "tidy_up", "--json").output == "{\"name\":\"tidy_up\"}\n")
    #expect(await console.run("jobs", "list").output.contains(/tidy_up .* on\n/))
    let unknown = await console.run("jobs", "pause", "nothing")
    #expect(unknown.code == 1)
    #expect(
      unknown.error
        == "error: There is no job named nothing; there are: limp, ping, prune_history, refuse, send, tidy_up\n")
  }

  @Test(arguments: [
    (["jobs", "history", "--limit", "0"], "error: limit is 0: expected 1 to 1000\n"),
    (["jobs", "queue", "--limit", "1001"], "error: limit is 1001: expected 1 to 1000\n"),
    (["jobs", "history", "--outcome", "bad"], "error: There is no outcome bad; there are: completed, failed"),
    (["jobs", "queue", "--state", "bad"], "error: There is no state bad; there are: available, scheduled"),
  ])
  func aWrongRequestIsNamed(_ arguments: [String], _ message: String) async {
    let result = await console.run(arguments)
    #expect(result.code == 1)
    #expect(result.error.hasPrefix(message), "\(result.error)")
  }

  @Test func aScheduleThatCannotBeReadRefusesTheStart() async throws {
    let coded = try Console(Application(jobs: [Job("bad", every: "61 * * * *") { _ in }]))
    for command in [["serve"], ["jobs", "list"]] {
      let result = await coded.run(command)
      #expect(result.code == 78)
      #expect(
        result.error.hasPrefix("error: The schedule of the job bad cannot be read: minute \"61\": "), "\(result.error)")
    }
    let configured = try Console(console.application, config: "[jobs.tidy_up]\nschedule = \"61 * * * *\"")
    let result = await configured.run("serve")
    #expect(result.code == 78)
    #expect(
      result.error.contains("config.toml [jobs.tidy_up] schedule cannot be read: minute \"61\": "), "\(result.error)")
  }

  @Test func aJobIsShownWithItsInputMasked() async throws {
    let enqueued = await console.run("jobs", "enqueue", "send", "--input", #"{"number": 3, "code": 1234}"#)
    #expect(enqueued.code == 0)
    #expect(enqueued.output == "Job 1: send\n")
    #expect(enqueued.error == "warning: no host is running: the job waits for one\n")
    let shown = await console.run("jobs", "show", "1")
    #expect(shown.code == 0)
    for line in [
      /Job: +1\n/, /Name: +send\n/, /State: +available\n/, /Due: +\S+Z\n/, /Tries: +0 of 20\n/,
      /By: +jobs enqueue by \S+\n/,
      /Input: +{"number": ?3, ?"code": ?"\*\*\*"}\n/,
    ] { #expect(shown.output.contains(line), "\(shown.output)") }
    #expect(await console.run("jobs", "show", "1", "--show-input").output.contains(/{"number": ?3, ?"code": ?1234}/))
    let missing = await console.run("jobs", "show", "99", "--json")
    #expect(missing.code == 1)
    #expect(missing.error == "error: There is no job 99 in the queue or in the history\n")
    _ = await console.run("jobs", "run", "refuse")
    let refused = await console.run("jobs", "show", "2").output
    #expect(
      refused.contains(
        /TRY +STARTED +TOOK +HOST +OUTCOME +ERROR\n1 +\S+Z +\d+ ms +\S+\/\d+ +failed \(dead\) +CONFLICT: no\n/),
      "\(refused)")
    #expect(refused.contains(/By: +jobs run by \S+\n/), "\(refused)")
  }

  @Test(arguments: [
    (["nothing", "--input", "{}"], "error: There is no job named nothing; there are: limp, ping, "),
    (["send"], "error: send needs an input: give it with --input\n"),
    (["ping", "--input", "{}"], "error: ping takes no input: leave --input out\n"),
    (["send", "--input", "{number: 1}"], "error: --input is not valid JSON: "),
    (["send", "--input", #"{"number": "one"}"#], "error: "),
    (
      ["send", "--input", "@nowhere.json"],
      "error: The input's file nowhere.json cannot be read: No such file or directory\n"
    ),
  ])
  func aJobThatCannotBeEnqueuedIsNamed(_ arguments: [String], _ message: String) async {
    let result = await console.run(["jobs", "enqueue"] + arguments)
    #expect(result.code == 1)
    #expect(result.error.hasPrefix(message), "\(result.error)")
  }

  @Test func manyJobsAreChangedAtOnce() async throws {
    for _ in 1...3 { _ = await console.run("jobs", "run", "refuse") }
    for number in 1...2 { _ = await console.run("jobs", "enqueue", "send", "--input", "{\"number\": \(number)}") }
    let look = await console.run("jobs", "retry", "--error", "conflict", "--dry-run")
    #expect(look.code == 0)
    #expect(look.output.contains(/3 jobs match:\nNAME +STATE +JOBS\nrefuse +dead +3\n/), "\(look.output)")
    // Without a terminal there is no question.
    let unsure = await console.run("jobs", "retry", "--job", "refuse")
    #expect(unsure.code == 1)
    #expect(unsure.error == "error: 3 jobs match, and nothing was changed\nhint: add --yes to retry them\n")
    #expect(await console.run("jobs", "stats").output.contains(/refuse +0 +- +0 +0 +0 +3 +0 +3 +- +-\n/))
    let retried = await console.run("jobs", "retry", "--job", "refuse", "--since", "1h", "--yes")
    #expect(retried.code == 0)
    #expect(retried.output.hasSuffix("Retried 3 jobs.\n"), "\(retried.output)")
    let cancelled = await console.run("jobs", "cancel", "--state", "available", "--yes", "--json")
    #expect(try cancelled.json() == ["matched": 5, "done": 5, "skipped": 0, "busy": 0])
    #expect(await console.run("jobs", "discard", "--state", "dead", "--yes").output == "No job matches.\n")
    #expect(await console.run("jobs", "retry", "--state", "running", "--yes").code == 1)
    for wrong in [["retry"], ["retry", "1", "--job", "send"], ["discard", "1", "--dry-run"]] {
      #expect(await console.run(["jobs"] + wrong).code == 64)
    }
  }

  @Test func aDeadJobIsDiscarded() async throws {
    _ = await console.run("jobs", "run", "refuse")
    #expect(await console.run("jobs", "discard", "1").output == "Job 1 of refuse is discarded.\n")
    #expect(await console.run("jobs", "discard", "1").error == "error: There is no unfinished or dead job 1\n")
    let history: [RunRecord] = try await console.run("jobs", "history", "--json").json()
    #expect(history.map(\.outcome) == ["discarded", "failed"])
  }
}
