import Testing

@testable import Console

@Suite struct UnchangedJobsTests {
  @Test func eachReasonHasItsNumber() {
    let busy = "; 2 busy (in another transaction: do it again for them)"
    #expect(UnchangedJobs.words(skipped: 0, busy: 0).isEmpty)
    #expect(UnchangedJobs.words(skipped: 0, busy: 2) == busy)
    #expect(UnchangedJobs.words(skipped: 1, busy: 2) == "; 1 skipped (state changed, or key in use)\(busy)")
  }
}
