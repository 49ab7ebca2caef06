import Edge
import Testing

@testable import Worker

/// Settings that a bundle refuses before a host sees it.
@Suite struct BundleFaultTests {
  @Test func aSettingOutOfItsRangeIsNamedWithItsPlace() {
    let tidy = Job("tidy", every: "@daily", jitter: .seconds(-1)) { _ in }
    let send = Function("send", access: .serviceRole) { _ in NoContent() }.queued(timeout: .zero)
    let good = Function("good", access: .serviceRole) { _ in NoContent() }
    #expect(Worker.Bundle("a", functions: [good]).fault == nil)
    #expect(
      Worker.Bundle("a", functions: [good], jobs: [tidy]).fault
        == "the job tidy cannot run: its jitter is -1.0 seconds, and has to be from zero to 100 years")
    #expect(
      Worker.Bundle("a", functions: [good, send]).fault
        == "the function send cannot be enqueued: its timeout is 0.0 seconds, and has to be more than zero and at most 100 years"
    )
  }
}
