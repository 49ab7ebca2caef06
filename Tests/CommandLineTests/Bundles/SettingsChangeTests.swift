import Testing

@testable import Swiftlet

@Suite struct SettingsChangeTests {
  private func entry(_ key: String, _ value: String, isSecret: Bool = false) -> ConfigurationEntry {
    ConfigurationEntry(key: key, value: value, origin: "config.toml", isSecret: isSecret)
  }

  @Test func changedSettingsAreTakenOrWait() {
    let change = SettingsChange(
      from: [
        entry("api.port", "1"), entry("functions.greet.enabled", "true"), entry("jobs.tidy.retries", "3"),
        entry("limits.all.rate", "1/second"),
      ],
      to: [
        entry("api.port", "2"), entry("functions.greet.enabled", "false"), entry("limits.all.rate", "1/second"),
        entry("swiftlet.max_json_body", "1MiB"),
      ])
    #expect(
      change.taken == ["functions.greet.enabled = false", "jobs.tidy.retries removed", "swiftlet.max_json_body = 1MiB"])
    #expect(change.waiting == ["api.port"])
  }

  @Test func aSecretOfTheSameLengthIsTold() {
    let change = SettingsChange(
      from: [entry("edge_runtime.secrets.KEY", "one", isSecret: true)],
      to: [entry("edge_runtime.secrets.KEY", "two", isSecret: true)])
    #expect(change.taken == ["edge_runtime.secrets.KEY = •••• (3 chars)"])
  }

  @Test func theSameSettingsAreNoChange() {
    #expect(SettingsChange(from: [entry("a.b", "1")], to: [entry("a.b", "1")]).isEmpty)
  }
}
