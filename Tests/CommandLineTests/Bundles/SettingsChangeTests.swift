import Testing

@testable import Swiftlet

@Suite struct SettingsChangeTests {
  private static let none = SettingsChange(from: [], to: [], startedWith: [])

  private func entry(
    _ key: String, _ value: String, origin: String = "config.toml", isSecret: Bool = false
  ) -> ConfigurationEntry {
    ConfigurationEntry(key: key, value: value, origin: origin, isSecret: isSecret)
  }

  @Test func changedSettingsAreTakenOrWait() {
    let old = [
      entry("api.port", "1"), entry("functions.greet.enabled", "true"), entry("jobs.tidy.retries", "3"),
      entry("limits.all.rate", "1/second"),
    ]
    let change = SettingsChange(
      from: old,
      to: [
        entry("api.port", "2"), entry("functions.greet.enabled", "false"), entry("limits.all.rate", "1/second"),
        entry("swiftlet.max_json_body", "1MiB"),
      ], startedWith: old)
    #expect(
      change.taken == ["functions.greet.enabled = false", "jobs.tidy.retries removed", "swiftlet.max_json_body = 1MiB"])
    #expect(change.waiting == ["api.port"])
  }

  @Test func aChangedSecretOfTheSameLengthIsReported() {
    let old = [entry("edge_runtime.secrets.KEY", "one", isSecret: true)]
    let change = SettingsChange(
      from: old, to: [entry("edge_runtime.secrets.KEY", "two", isSecret: true)], startedWith: old)
    #expect(change.taken == ["edge_runtime.secrets.KEY changed"])
  }

  @Test func aChangedSecretOfTheEnvironmentFileIsNamed() throws {
    func entries(_ env: String) throws -> [ConfigurationEntry] { try Loading(env: env).load().entries }
    let old = try entries("MAIL_KEY=hunter2\nSAME=hunter2\nGONE=hunter2\n")
    let new = try entries("MAIL_KEY=hunter3\nSAME=hunter2\nADDED=hunter2\n")
    let change = SettingsChange(from: old, to: new, startedWith: old)
    #expect(change.taken == ["secrets.ADDED changed", "secrets.GONE removed", "secrets.MAIL_KEY changed"])
    #expect(change.waiting.isEmpty)
    #expect(new.first { $0.key == "secrets.MAIL_KEY" }?.origin == ".env MAIL_KEY")
  }

  @Test func theSameSettingsAreNoChange() {
    let same = [entry("a.b", "1")]
    #expect(SettingsChange(from: same, to: same, startedWith: same) == Self.none)
  }

  /// What waits is compared with what runs, not with the file that was read last.
  @Test func aSettingWaitsUntilItIsThatOfTheProcess() {
    let (first, second) = ([entry("api.port", "1")], [entry("api.port", "2")])
    #expect(SettingsChange(from: second, to: second, startedWith: first).waiting == ["api.port"])
    #expect(SettingsChange(from: second, to: [], startedWith: first).waiting == ["api.port"])
    #expect(SettingsChange(from: second, to: first, startedWith: first) == Self.none)
  }

  @Test func aDefaultThatFollowsFromAnotherSettingIsNoChange() {
    let first = [entry("apns.topic", "(none)", origin: "default")]
    let later = [entry("apns.topic", "dev.example.app", origin: "default")]
    #expect(SettingsChange(from: first, to: later, startedWith: first) == Self.none)
    #expect(SettingsChange(from: first, to: [entry("apns.topic", "x")], startedWith: first).waiting == ["apns.topic"])
  }

  @Test func aFileThatIsGoneIsNamed() throws {
    let folder = try TemporaryFolder()
    func read() throws -> ConfigurationTexts {
      try ConfigurationTexts(configuration: nil, variables: nil, in: folder.path)
    }
    let none = try read()
    try folder.write("config.toml", "[functions.greet]\nenabled = false\n")
    let started = try read()
    try started.checkFiles(of: started)
    try started.checkFiles(of: none)
    let gone = try #require(throws: Failure.self) { try none.checkFiles(of: started) }
    #expect(gone.message == "the file \(folder.path)/config.toml, with which the host was started, is gone")
    #expect(gone.hint == "put it back, or restart the host without it")
  }
}
