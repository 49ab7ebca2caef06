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
}
