import ArgumentParser
import Edge
import Foundation
import Host
import Testing

@testable import Swiftlet

@Suite struct CommandTests {
  private let application = Application(
    functions: [
      Function("greet", access: .user) { (_: [String: String], _) in ["a": 1] },
      Function("today", access: .verified) { _ in ["a": 1] },
      Function.raw("stream", access: .anyone) { _, _ in .noContent },
      Function("mine", access: .user) { _ in ["a": 1] }.needsPostgres().secrets("STRIPE_KEY", "MAIL_KEY"),
    ],
    procedures: [Function("today", access: .verified) { _ in ["a": 1] }.readOnly()])

  @Test func theListShowsRoutesAndAccess() {
    var host = HostConfiguration()
    host.environmentSecrets = ["STRIPE_KEY": "k"]
    #expect(
      application.lines(host) == [
        FunctionLine(name: "greet", route: "/functions/v1/greet", access: "user", input: "json", get: true),
        FunctionLine(name: "today", route: "/functions/v1/today", access: "verified", input: "none", get: true),
        FunctionLine(name: "stream", route: "/functions/v1/stream", access: "anyone", input: "stream", get: true),
        FunctionLine(
          name: "mine", route: "/functions/v1/mine", access: "user", input: "none", get: true, database: "postgres",
          secrets: ["STRIPE_KEY", "MAIL_KEY"], missingSecrets: ["MAIL_KEY"]),
        FunctionLine(name: "today", route: "/rest/v1/rpc/today", access: "verified", input: "none", get: true),
      ])
  }

  @Test func theBannerPrefersAFunctionWithoutInputOrUser() throws {
    let configuration = try Loading().load()
    let text = try Banner(configuration, application).text(at: "http://127.0.0.1:1")
    #expect(text.hasPrefix("Swiftlet serves 4 functions at http://127.0.0.1:1/functions/v1 on sqlite:"))
    let anon = try #require(configuration.host.secrets["SUPABASE_ANON_KEY"])
    #expect(text.hasSuffix("\n  curl http://127.0.0.1:1/functions/v1/today -H \"Authorization: Bearer \(anon)\""))
  }

  /// The printed command has a body that the function decodes, also in a shell's quotes.
  @Test func theBannersBodyIsASampleOfTheInput() throws {
    struct Place: Codable { let name: String }
    enum Mood: String, Codable, CaseIterable { case good = "it's good" }
    struct Visit: Codable {
      let id: UUID
      let at: Date
      let count: Int
      let isPaid: Bool
      let places: [Place]
      let home: Place
      let mood: Mood
      let note: String?
    }
    let visit = Function("visit", access: .anyone) { (_: Visit, _) in NoContent() }
    let text = try Banner(try Loading().load(), Application(functions: [visit])).text(at: "http://127.0.0.1:1")
    let body = try #require(text.firstMatch(of: /-d '([^']*)'$/)).output.1
    let decoded = try Wire.decode(Visit.self, from: [UInt8](body.utf8))
    #expect(decoded.mood == .good)
    #expect(decoded.note == nil && decoded.places.isEmpty)
  }

  /// Standard output may go to a journal, which must get no token of a private secret.
  @Test func theBannerPrintsNoTokenOfAPrivateSecret() throws {
    var loading = try Loading()
    loading.request.environment["SUPABASE_JWT_SECRET"] = "a private secret of the project itself"
    let text = try Banner(try loading.load(), application).text(at: "http://127.0.0.1:1")
    #expect(text.hasSuffix("-H \"Authorization: Bearer $(\(Program.name) token)\""))
  }

  @Test func tablesAreAligned() {
    let table = Table("A", "LONG", "C", of: [["wide", "x", ""], ["y", "", "z"]]) { $0 }
    #expect(table.text == "A     LONG  C\nwide  x\ny           z")
  }

  @Test func claimsAreJSONOrText() throws {
    #expect(try NamedValue(claim: "n=5").value == .integer(5))
    #expect(try NamedValue(claim: "t=a=b").value == .string("a=b"))
    #expect(try NamedValue(claim: "o={\"a\":[true]}").value == .object(["a": .array([.bool(true)])]))
    for text in ["x", "=1", "role=admin", "sub=1"] {
      #expect(throws: ValidationError.self) { try NamedValue(claim: text) }
    }
  }

  @Test(arguments: [
    ["serve", "--json"], ["invoke", "x", "--path", "y"], ["invoke", "x", "--path", "/ä"],
    ["invoke", "x", "--method", "A B"],
    ["jobs", "run"], ["jobs", "cancel", "x"], ["jobs", "history", "--since", "soon"],
    ["jobs", "history", "--limit", "x"],
    ["token", "--expires-in", "soon"], ["token", "--expires-in", "0"], ["token", "--claim", "x"], ["unknown"], ["init"],
    ["init", ""],
  ])
  func wrongUsageExitsWith64(_ arguments: [String]) {
    let error = #expect(throws: (any Error).self) { try RootCommand.parseAsRoot(arguments) }
    #expect(error.map { RootCommand.exitCode(for: $0).rawValue } == 64)
  }

  @Test(arguments: RootCommand.configuration.subcommands.map { $0._commandName })
  func helpHasExamples(_ name: String) throws {
    let command = try #require(RootCommand.configuration.subcommands.first { $0._commandName == name })
    let help = RootCommand.helpMessage(for: command, columns: 100)
    #expect(help.contains("Example"))
    #expect(help.contains("\n  \(Program.name) \(name)"), "\(help)")
  }

  @Test(arguments: JobsCommand.configuration.subcommands.map { $0._commandName })
  func helpOfTheJobsHasExamples(_ name: String) throws {
    let command = try #require(JobsCommand.configuration.subcommands.first { $0._commandName == name })
    let help = RootCommand.helpMessage(for: command, columns: 100)
    #expect(help.contains("\n  \(Program.name) jobs \(name)"), "\(help)")
    #expect(help.contains("--json"), "\(help)")
  }

  /// A terminal of 80 columns breaks no line that is to be pasted.
  @Test func examplesFitATerminal() {
    var commands: [any ParsableCommand.Type] = [RootCommand.self]
    var count = 0
    while let command = commands.popLast() {
      commands += command.configuration.subcommands
      for line in command.configuration.discussion.split(separator: "\n") where line.hasPrefix("  ") {
        let shown = line.replacing(Program.name, with: "swiftlet")
        #expect(shown.count <= 78, "\(shown)")
        count += 1
      }
    }
    #expect(count > 50)
  }

  /// The parser checks the declarations of all commands to make the scripts.
  @Test(arguments: ["bash", "zsh", "fish"])
  func completionScriptsNameEachCommand(_ shell: String) throws {
    let script = RootCommand.completionScript(for: try #require(CompletionShell(rawValue: shell)))
    for command in RootCommand.configuration.subcommands { #expect(script.contains(command._commandName)) }
  }

  @Test func completionsKnowPathsAndWords() throws {
    let script = RootCommand.completionScript(for: try #require(CompletionShell(rawValue: "zsh")))
    let lines = script.split(separator: "\n")
    let paths = [
      ("--config", "_files'"), ("--env-file", "_files'"), ("--check", "_files'"), ("--output", "_files'"),
      ("--payload", "_files'"), ("--package", "_files -/'"), ("--folder", "_files -/'"),
    ]
    for (option, action) in paths {
      let found = lines.filter { $0.contains("'\(option)[") || $0.contains("'*\(option)[") }
      #expect(!found.isEmpty && found.allSatisfy { $0.hasSuffix(":\(action)") }, "\(option): \(found)")
    }
    #expect(script.contains("('sandbox' 'production')"))
  }

  @Test func workersRetireTakesABundleName() throws {
    let command = try #require(
      try RootCommand.parseAsRoot(["workers", "retire", "--bundle", "notes"]) as? WorkersRetireCommand)
    #expect(command.selection.bundle == "notes")
  }

  @Test func failuresHaveHints() {
    #expect("\(Failure(.configuration, "no", hint: "do"))" == "error: no\nhint: do")
    #expect("\(Failure(.failed, "no"))" == "error: no")
    #expect(Failure(DatabaseError(.cannotOpen, "no")).code == .unavailable)
    #expect(Failure(DatabaseError(.migrationEdited, "no")).code == .failed)
    #expect(Failure(DatabaseError(.corrupt, "no")).hint?.contains("restore` a backup") == true)
    #expect(Failure(DatabaseError(.full, "no")).hint == "make room on the database's disk")
  }
}
