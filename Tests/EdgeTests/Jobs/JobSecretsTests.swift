import Edge
import Testing

@Suite struct JobSecretsTests {
  @Test func aJobWorksWithoutItsOptionalSecrets() {
    let report = Job("report", every: "@daily") { _ in }.secrets("REPORT_KEY").optionalSecrets("MAIL_KEY")
    #expect(report.endpoint.traits.secrets == ["REPORT_KEY", "MAIL_KEY"])
    #expect(report.endpoint.traits.optionalSecrets == ["MAIL_KEY"])
  }

  @Test func aChangedAgeKeepsTheOptionalSecrets() {
    var tidyUp = Job("tidy_up", every: "@daily", olderThan: .seconds(60)) { _, _ in }.optionalSecrets("MAIL_KEY")
    tidyUp.olderThan = .seconds(120)
    #expect(tidyUp.endpoint.traits.optionalSecrets == ["MAIL_KEY"])
  }
}
