import Channel
import Edge
import Host
import Testing
import Wire

@testable import Swiftlet

/// `config check`: all faults of a configuration, each with its line.
@Suite struct ConfigurationCheckTests {
  private struct Report: Decodable {
    struct Line: Decodable, Hashable {
      let state: String
      let subject: String
      let message: String
    }
    let ok: Bool
    let findings: [Line]
  }

  private static let application = Application(
    functions: [Function("greet", access: .anyone) { _ in ["a": 1] }], jobs: [Job("tidy", every: "@daily") { _ in }])

  private func report(_ config: String, env: String? = nil) async throws -> (Int32, Report, folder: String) {
    let console = try Console(Self.application, config: config)
    if let env { try console.folder.write(".env", env) }
    let result = await console.run("config", "check", "--json")
    return (result.code, try result.json(as: Report.self), console.folder.path)
  }

  @Test func aConfigurationWithoutFaults() async throws {
    let (code, report, _) = try await report("[functions.greet]\nverify_jwt = false\n[jobs.tidy]\nretries = 2\n")
    #expect(code == 0 && report.ok && report.findings.isEmpty, "\(report)")
    let console = try Console(Self.application)
    #expect(await console.run("config", "check").output == "The configuration is in order.\n")
  }

  @Test func everyFaultHasItsLine() async throws {
    let (code, report, folder) = try await report(
      """
      [api]
      port = 70000
      [swiftlet]
      grace_period = "soon"

      [functions.greet]
      verify_jwt = "yes"
      max_body = 0
      [jobs.tidy]
      schedule = "61 * * * *"
      time_zone = "Mars/Olympus"
      older_than = "2 days"
      [jobs.other]
      enabled = 3
      [workers]
      min = 4
      max = 2
      [retention]
      runs = 0
      visits = 3
      [limits.calls]
      rate = "many"
      """, env: "# a comment\nAPNS_ENVIRONMENT=moon\nnonsense\nSUPABASE_JWT_SECRET=short-and-secret\n")
    #expect(code == 78 && !report.ok)
    let places = Set(report.findings.filter { $0.state == "problem" }.map(\.subject))
    let lines = [2, 4, 7, 8, 10, 11, 12, 14, 16, 19, 20, 22].map { "\(folder)/config.toml:\($0)" }
    #expect(places == Set(lines + [2, 3, 4].map { "\(folder)/.env:\($0)" }), "\(report.findings)")
    #expect(!report.findings.contains { $0.message.contains("short-and-secret") })
  }

  @Test func warningsAreNoFaultUnlessAsked() async throws {
    let console = try Console(Self.application, config: "[swiftlet]\n\nlog_levle = \"info\"\n[functions.gret]\n")
    let result = await console.run("config", "check", "--json")
    #expect(result.code == 0)
    let report = try result.json(as: Report.self)
    #expect(report.ok)
    #expect(report.findings.map(\.state) == ["warning", "warning"], "\(report.findings)")
    #expect(report.findings.map(\.subject) == [3, 4].map { "\(console.folder.path)/config.toml:\($0)" })
    #expect(await console.run("config", "check", "--strict").code == 78)
    let strict = await console.run("config", "check", "--strict", "--json")
    #expect(strict.code == 78)
    let strictReport = try strict.json(as: Report.self)
    #expect(!strictReport.ok && strictReport.findings == report.findings)
  }

  @Test func everyMissingFileIsListed() async throws {
    let console = try Console(Self.application)
    let names = ["nox", "nix"].map { "\(console.folder.path)/\($0)" }
    let result = await console.run(
      "config", "check", "--json", "--config", names[0], "--env-file", names[1], "--database", console.database,
      options: false)
    #expect(result.code == 78)
    let problems = try result.json(as: Report.self).findings.filter { $0.state == "problem" }
    #expect(Set(problems.map(\.message)) == Set(names.map { "the file \($0) does not exist" }), "\(problems)")
  }

  @Test func aTextThatIsNotTOMLHasItsPosition() async throws {
    let (code, report, folder) = try await report("[api]\nport = = 3\n", env: "oops\n")
    #expect(code == 78)
    #expect(report.findings.map(\.subject) == ["\(folder)/.env:1", "\(folder)/config.toml:2"], "\(report.findings)")
  }

  @Test func aPublishedSecretOnAnOpenAddressIsAFault() async throws {
    let (code, report, _) = try await report("[swiftlet]\nhost = \"0.0.0.0\"\n")
    #expect(code == 78)
    #expect(report.findings.contains { $0.message.contains("JWT secret") && $0.state == "problem" })
  }

  /// The settings that only the code contradicts: `serve` ends with them too, and says the same.
  @Test(arguments: [
    ("[functions.closed]\nenabled = true\nverify_jwt = false\n", 3, "[functions.closed] verify_jwt = false "),
    ("[limits.general]\nburst = 2\nfunctions = [\"*\"]\n", 1, "[limits.general] has no rate, and no function"),
    ("\n[limits.x]\nenabled = true\n", 2, "[limits.x] has no rate, and no function"),
  ])
  func whatServeRefusesIsAFault(_ config: String, _ line: Int, _ message: String) async throws {
    let console = try Console(
      Application(functions: [Function("closed", access: .serviceRole) { _ in ["a": 1] }]), config: config)
    let file = "\(console.folder.path)/config.toml"
    let checked = await console.run("config", "check", "--json")
    #expect(checked.code == 78)
    let findings = try checked.json(as: Report.self).findings
    #expect(findings.map(\.subject) == ["\(file):\(line)"], "\(findings)")
    #expect(findings.allSatisfy { $0.message.hasPrefix("\(file) \(message)") }, "\(findings)")
    let served = await console.run("serve")
    #expect(served.code == 78)
    #expect(served.error.hasPrefix("error: \(file) \(message)"), "\(served.error)")
    #expect((try? console.folder.read("data.sqlite")) == nil)
  }

  /// The settings of a limit that only a bundle's function declares may leave out the rate.
  @Test func aBundleDeclaresALimitThatTheConfigurationOverrides() async throws {
    let console = try Console(
      Self.application, config: "[limits.search]\nburst = 2\n[limits.serch]\nburst = 3\n")
    let search = Function("search", access: .anyone) { _ in ["a": 1] }.limited(.perMinute(50))
    let manifest = Manifest(bundle: "notes", functions: [ManifestFunction(search)])
    try console.folder.write("manifest.json", String(decoding: try Wire.encode(manifest), as: UTF8.self))
    let bundle = try console.folder.write(
      script: "notes", "exec /bin/cat '\(console.folder.path)/manifest.json'")

    let checked = await console.run("config", "check", "--json", "--bundle", bundle)
    #expect(checked.code == 78)
    let findings = try checked.json(as: Report.self).findings
    #expect(findings.map(\.subject) == ["\(console.folder.path)/config.toml:3"], "\(findings)")

    // A host starts before its bundles are loaded.
    var request = ConfigurationRequest(folder: console.folder.path)
    request.flags["database"] = console.database
    let withoutBundles = try LoadedConfiguration(request)
    #expect(throws: Failure.self) { try withoutBundles.check(with: Self.application) }
    request.bundles = [bundle]
    let configuration = try LoadedConfiguration(request)
    try configuration.check(with: Self.application)
    #expect(configuration.host.callLimits.keys.sorted() == ["search", "serch"])
    // The folder lives until here.
    withExtendedLifetime(console) {}
  }

  @Test func everyLimitWithoutARateIsAFault() async throws {
    let (code, report, folder) = try await report("[limits.a]\nburst = 2\n[limits.b]\nper = \"user\"\n")
    #expect(code == 78)
    #expect(report.findings.map(\.subject) == [1, 3].map { "\(folder)/config.toml:\($0)" }, "\(report.findings)")
  }

  /// A command that runs still ends with the first fault.
  @Test func otherCommandsEndWithTheFirstFault() async throws {
    let console = try Console(Self.application, config: "[api]\nport = 70000\n[swiftlet]\ngrace_period = \"soon\"\n")
    let result = await console.run("functions")
    #expect(result.code == 78)
    #expect(result.error.contains("port is 70000") && !result.error.contains("soon"))
  }

  @Test func noLoginOfAnAddressIsShown() async throws {
    let (code, report, _) = try await report(
      """
      [gateway]
      rest = "http://u:geheim@h"
      auth = "https://u:ge/he@geheim@h/x?key=geheim"
      [swiftlet]
      host = "http://u:geheim@h"
      database = "postgres://u:geheim@h:xx/d"
      [apns]
      url = "https://h/#geheim"
      """, env: "SUPABASE_URL=ftp://geheim@h\nSWIFTLET_GATEWAY_STORAGE=u:geheim@h\n")
    #expect(code == 78)
    #expect(report.findings.count == 7, "\(report.findings)")
    #expect(!report.findings.contains { $0.message.contains("geheim") }, "\(report.findings)")
    #expect(report.findings.contains { $0.message.contains("rest is \"http://•••@h\"") }, "\(report.findings)")
  }

  @Test(arguments: [
    "not a host", "http://localhost", "localhost:80", "-a", "a..b", "1.2.3", "300.1.1.1", "::g", "[::1", "a/b", "ä b",
  ])
  func aHostThatIsNoAddressIsAFault(_ host: String) async throws {
    let (code, report, folder) = try await report("[swiftlet]\nhost = \"\(host)\"\n")
    #expect(code == 78)
    #expect(report.findings.map(\.subject) == ["\(folder)/config.toml:2"], "\(report.findings)")
  }

  @Test(arguments: ["localhost", "127.0.0.1", "::1", "[::1]", "fe80::1%eth0", "a-b.c_d.example", "h1"])
  func aHostIsAnAddressOrAName(_ host: String) throws {
    #expect(try Loading(config: "[swiftlet]\nhost = \"\(host)\"\n").load().host.bind.host == host)
  }

  @Test(arguments: [
    "u:p@h:xx/d", "h:/d@x:0", "h:65536/d", "h1:5432,h2:x/d", "[::1]:x/d", "::1/d", "u:p@h:5432x?sslmode=require",
  ])
  func aDatabaseWhosePortIsNoNumberIsAFault(_ rest: String) async throws {
    let (code, report, _) = try await report("[swiftlet]\ndatabase = \"postgres://\(rest)\"\n")
    #expect(code == 78, "\(report)")
  }

  @Test(arguments: [
    "u:p@h:5432/d", "u@h", "h:/d", "[::1]:5432/d", "[::1]/d", "h1:1,h2:2/d", "/d?host=/tmp", "%2Ftmp/d", "",
  ])
  func aPortMayBeLeftOut(_ rest: String) throws {
    #expect(PostgresAddress("postgres://\(rest)") != nil)
  }

  @Test(arguments: [
    ("\n[" + Array(repeating: "a", count: 20_000).joined(separator: ".") + "]\n", "more than 100 dots"),
    ("\na" + String(repeating: " . \"b.c\"", count: 101) + " = 1\n", "more than 100 dots"),
    ("\na = " + String(repeating: "[", count: 20_000), "more than 16 brackets"),
    ("\na = " + String(repeating: "{b=", count: 17), "more than 16 brackets"),
  ])
  func whatIsNestedTooDeeplyHasItsLine(_ text: String, _ reason: String) async throws {
    let (code, report, folder) = try await report(text)
    #expect(code == 78)
    #expect(report.findings.map(\.subject) == ["\(folder)/config.toml:2"], "\(report.findings)")
    #expect(report.findings.allSatisfy { $0.message.contains(reason) }, "\(report.findings)")
  }

  /// Dots and brackets in texts and comments have no depth.
  @Test func textsAreNotNested() throws {
    let many = String(repeating: ".[{", count: 200)
    let key = Array(repeating: "a", count: 101).joined(separator: ".")
    let text = #"""
      # MANY "
      a = "\\\"MANY"
      b = '\MANY' # '
      c = """
      MANY" \"""MANY""""
      d = '''MANY''
      MANY''''
      e = [["MANY"], [1.5, 2.5],
        [3.5]]
      "" = ""
      f.KEY = 1
      """#.replacing("MANY", with: many).replacing("KEY", with: key.dropFirst(2))
    #expect(TOMLDepth.fault(in: text) == nil, "\(String(describing: TOMLDepth.fault(in: text)))")
    #expect(try TOMLNode(parsing: text).table?.count == 7)
    let deeper = TOMLDepth.fault(in: text + "\na.\(key) = 1")
    #expect(deeper == TOMLNode.Fault(line: 12, column: 202, reason: "a key has more than 100 dots"))
  }
}
