import Edge
import Testing

@testable import Swiftlet

@Suite struct JobSelectionTests {
  @Test func jobsThatWereNotChangedAreCounted() {
    let skipped = "; 1 skipped (state changed, or key in use)"
    #expect(JobSelection.unchanged(skipped: 0, busy: 0).isEmpty)
    #expect(JobSelection.unchanged(skipped: 1, busy: 0) == skipped)
    #expect(
      JobSelection.unchanged(skipped: 1, busy: 2)
        == "\(skipped); 2 busy (in another transaction: run the command again)")
  }

  @Test(arguments: [false, true])
  func matchingJobsOfWhichNoneIsChangedAreAFailure(asJSON: Bool) async throws {
    let refuse = Job("refuse", every: "@daily", retries: 0) { _ in throw FunctionError.conflict("no") }
    let console = try Console(Application(jobs: [refuse]))
    for _ in 1...3 { _ = await console.run("jobs", "run", "refuse") }
    // Dead jobs may have one key. One that waits keeps it from the others.
    try await console.configuration().database.withDatabase { database in
      _ = try await database.execute("UPDATE swiftlet_jobs SET unique_key = 'same'")
    }
    #expect(await console.run("jobs", "retry", "1").code == 0)
    let retry = ["jobs", "retry", "--job", "refuse", "--state", "dead", "--yes"]
    let none = await console.run(retry + (asJSON ? ["--json"] : []))
    #expect(none.code == 1)
    if asJSON {
      #expect(try none.json() == ["matched": 2, "done": 0, "skipped": 2, "busy": 0])
    } else {
      #expect(none.output.hasSuffix("Retried 0 jobs; 2 skipped (state changed, or key in use).\n"), "\(none.output)")
    }
    #expect(await console.run("jobs", "discard", "--state", "dead", "--yes").code == 0)
  }
}
