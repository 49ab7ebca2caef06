import Edge
import Testing

@testable import Swiftlet

/// The suggestions for misspelt keys, sections and commands.
@Suite struct SuggestionTests {
  @Test(arguments: [
    ("[job.tidy_up]\nenabled = false", "unknown section [job.tidy_up] (did you mean [jobs.tidy_up]?)"),
    ("[function.greet]\nenabled = false", "unknown section [function.greet] (did you mean [functions.greet]?)"),
    ("[swiftlt]\nhost = \"::1\"", "unknown section [swiftlt] (did you mean [swiftlet]?)"),
    ("[apn]\ntopic = \"a\"", "unknown section [apn] (did you mean [apns]?)"),
    (
      "[edge-runtime.secrets]\nA = \"a\"",
      "unknown section [edge-runtime.secrets] (did you mean [edge_runtime.secrets]?)"
    ),
    ("[swiftlet]\nprot = 1", "unknown key 'prot' in [swiftlet] (did you mean 'port' in [api]?)"),
    ("[swiftlet]\nport = 1", "unknown key 'port' in [swiftlet] (did you mean 'port' in [api]?)"),
    ("[apns]\nteamid = \"x\"", "unknown key 'teamid' in [apns] (did you mean 'team_id'?)"),
    ("port = 1", "unknown key 'port' before the first section (did you mean 'port' in [api]?)"),
  ])
  func aMisspeltNameOfTheFileHasASuggestion(_ config: String, _ warning: String) throws {
    #expect(try Loading(config: config).load().warnings == ["config.toml: \(warning)"])
  }

  /// A project's file has sections for other servers.
  @Test func theSectionsOfOtherServersGiveNoWarning() throws {
    let others = [
      "analytics", "auth", "auth.email", "db", "db.pooler", "experimental", "inbucket", "local_smtp", "realtime",
      "remotes.staging", "remotes.staging.api", "storage", "storage.s3_protocol", "studio", "edge_functions_of_mine",
    ]
    let config = "project_id = \"x\"\n" + others.map { "[\($0)]\nenabled = true\n" }.joined()
    #expect(try Loading(config: config).load().warnings.isEmpty)
  }

  @Test(arguments: [
    (["fuctions"], "error: unknown command 'fuctions' (did you mean 'functions'?)"),
    (["jobs", "lst"], "error: unknown command 'lst' (did you mean 'list'?)"),
    (["serv", "--port", "5"], "error: unknown command 'serv' (did you mean 'serve'?)"),
    (["push", "stat"], "error: unknown command 'stat' (did you mean 'status'?)"),
    (["frobnicate"], "error: unknown command 'frobnicate'"), (["xy"], "error: unknown command 'xy'"),
  ])
  func anUnknownCommandHasASuggestion(_ arguments: [String], _ message: String) async throws {
    let result = await (try Console(Application())).run(arguments, options: false)
    #expect(result.code == 64)
    let lines = result.error.split(separator: "\n")
    #expect(lines.first == Substring(message))
    #expect(lines.last?.contains(" --help shows the commands: ") == true)
  }

  @Test func otherMistakesKeepTheirOwnMessage() async throws {
    let console = try Console(Application())
    #expect(await console.run("serve", "--prot", "5").error.contains("--prot"))
    #expect(await console.run("serve", "now").error.contains("Unexpected argument 'now'"))
    #expect(await console.run("help", "jobs", options: false).code == 0)
  }

  @Test func theVersionIsTheApplicationsOwn() async throws {
    let own = await (try Console(Application(version: "1.2.3"))).run("--version", options: false)
    #expect(own.output == "1.2.3 (Swiftlet \(Swiftlet.version))\n")
    #expect(own.code == 0)
    let none = await (try Console(Application())).run("--version", options: false)
    #expect(none.output == "Swiftlet \(Swiftlet.version)\n")
  }
}
