import Edge
import Foundation
import Testing
import Workers

@testable import Swiftlet

/// `doctor`: what it finds, and what it says to do.
@Suite struct DoctorTests {
  private struct Report: Decodable {
    struct Line: Decodable {
      let state: String
      let subject: String
      let message: String
      let hint: String?
    }
    let ok: Bool
    let findings: [Line]

    subscript(_ subject: String) -> Line? { findings.first { $0.subject == subject && $0.state != "ok" } }
    func isGood(_ subject: String) -> Bool {
      let lines = findings.filter { $0.subject == subject }
      return !lines.isEmpty && lines.allSatisfy { $0.state == "ok" }
    }
  }

  private static let application = Application(functions: [
    Function("pay", access: .anyone) { _ in ["a": 1] }.secrets("DOCTOR_TEST_KEY")
  ])

  private func examine(_ console: Console) async throws -> (code: Int32, report: Report) {
    let result = await console.run("doctor", "--json")
    return (result.code, try result.json(as: Report.self))
  }

  @Test func aHostThatHasNotStartedYet() async throws {
    let (code, report) = try await examine(try Console(Self.application))
    #expect(code == 0 && report.ok, "\(report)")
    for subject in ["configuration", "host", "port", "database", "storage", "push", "clock"] {
      #expect(report.isGood(subject), "\(subject): \(report.findings)")
    }
    #expect(report["secret"]?.state == "warning")
    let functions = try #require(report["functions"])
    #expect(functions.message.contains("DOCTOR_TEST_KEY") && functions.hint?.contains("functions.pay.secrets") == true)
  }

  @Test func aRunningHost() async throws {
    let console = try Console(Self.application)
    try await console.withHost {
      let (code, report) = try await examine(console)
      #expect(code == 0, "\(report)")
      #expect(report.isGood("host") && report.isGood("migrations") && report.isGood("database"), "\(report.findings)")
    }
  }

  @Test func aHostThatListensElsewhere() async throws {
    let console = try Console(Self.application)
    try await console.withHost {
      // A port that the host of the test does not have.
      try console.folder.write(".env", "SWIFTLET_PORT=29517\nSWIFTLET_LOG_LEVEL=critical\n")
      let port = try #require(try await examine(console).report["port"])
      #expect(port.state == "warning" && port.message.contains("a host runs, and does not listen on"), "\(port)")
      #expect(port.hint?.contains("SWIFTLET_PORT") == true)
    }
  }

  @Test func faultsOfTheConfigurationAreProblems() async throws {
    let (code, report) = try await examine(try Console(Self.application, config: "[api]\nport = 70000\n"))
    #expect(code == 1 && !report.ok)
    #expect(report["configuration"]?.message.contains("config.toml:2: ") == true)
    #expect(!report.findings.contains { $0.subject == "database" })
    #expect(report.isGood("clock"))
  }

  @Test func aFileThatIsNoDatabase() async throws {
    let console = try Console(Self.application)
    try console.folder.write("data.sqlite", String(repeating: "no database ", count: 1000))
    let (code, report) = try await examine(console)
    #expect(code == 1)
    #expect(report["database"]?.state == "problem")
  }

  @Test func othersMayNotReadTheDatabase() async throws {
    let console = try Console(Self.application)
    #expect(await console.run("migrate").code == 0)
    let path = "\(console.folder.path)/data.sqlite"
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    let (code, report) = try await examine(console)
    #expect(code == 0)
    #expect(report.findings.contains { $0.message.contains("mode 644") && $0.hint == "chmod 600 \(path)" })
  }

  @Test func othersMayNotReadSecretsNorChangeWhatTheHostDoes() async throws {
    let console = try Console(Self.application, config: "[edge_runtime.secrets]\nMAIL_KEY = \"of this test\"\n")
    let names = [".env", "config.toml", "data.sqlite-bundles"].map { "\(console.folder.path)/\($0)" }
    try FileManager.default.createDirectory(atPath: names[2], withIntermediateDirectories: false)
    func hints(_ modes: Int...) async throws -> [String] {
      for (name, mode) in zip(names, modes) {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: name)
      }
      return try await examine(console).report.findings.filter { $0.subject == "files" }.compactMap(\.hint)
    }
    #expect(try await hints(0o600, 0o600, 0o755) == [])
    let remedies = ["chmod g-w,o= \(names[0])", "chmod g-w,o= \(names[1])", "chmod 700 \(names[2])"]
    #expect(try await hints(0o660, 0o644, 0o775) == remedies)
    // As the unit of systemd has them.
    #expect(try await hints(0o640, 0o640, 0o755) == [])
    // Without secrets, others may read the settings.
    try console.folder.write("config.toml", "[api]\nport = 0\n")
    #expect(try await hints(0o600, 0o644, 0o700) == [])
    #expect(try await hints(0o600, 0o664, 0o700) == ["chmod go-w \(names[1])"])
  }

  @Test func aDatabaseThatWasMovedAwayFromARunningHost() async throws {
    let console = try Console(Self.application)
    let path = "\(console.folder.path)/data.sqlite"
    try await console.withHost {
      try FileManager.default.moveItem(atPath: path, toPath: path + ".old")
      let (code, report) = try await examine(console)
      try FileManager.default.moveItem(atPath: path + ".old", toPath: path)
      #expect(code == 1)
      let reason = "runs and is not ready: the database's file \(path) was moved, deleted or replaced"
      #expect(report["host"]?.message.hasPrefix(reason) == true, "\(report.findings)")
      let database = try #require(report["database"])
      #expect(database.state == "problem" && database.message.contains("moved or deleted"), "\(database)")
      #expect(try await examine(console).report.isGood("host"))
    }
  }

  @Test func aFileInThePlaceOfTheSocket() async throws {
    let console = try Console(Self.application)
    try console.folder.write("data.sqlite.sock", "")
    let (code, report) = try await examine(console)
    #expect(code == 1)
    #expect(report["host"]?.message.contains("is no socket") == true)
  }

  @Test func aKernelThatLacksPartsOfTheSandbox() {
    let finding = Doctor.sandbox(SandboxReport(mode: .strict, missing: [.network, .signals]))
    #expect(finding.state == .warning)
    #expect(finding.message.hasSuffix("these parts of the strict sandbox: network, signals."))
    #expect(finding.hint?.contains("Linux 6.12") == true)
    #expect(Doctor.sandbox(SandboxReport(mode: .strict)).state == .good)
    #expect(Doctor.sandbox(SandboxReport(mode: .open)).state == .good)
  }

  @Test func migrationsThatWait() async throws {
    let console = try Console(Self.application)
    #expect(await console.run("migrate").code == 0)
    let notes = MigrationSet(name: "notes", [Migration(version: 1, name: "notes", sql: "CREATE TABLE notes (id TEXT)")])
    let newer = Console(console, Application(migrations: [notes]))
    let (code, report) = try await examine(newer)
    #expect(code == 0)
    #expect(report["migrations"]?.message.contains("lacks 1 of notes") == true)
  }

  @Test func noSecretIsShown() async throws {
    let secret = "a secret of this test, and of nothing else"
    let console = try Console(Self.application)
    try console.folder.write(
      ".env", "SUPABASE_JWT_SECRET=\(secret)\nDOCTOR_TEST_KEY=another-secret\nSWIFTLET_PORT=0\n")
    for arguments in [["doctor"], ["doctor", "--json"]] {
      let result = await console.run(arguments)
      #expect(result.code == 0)
      #expect(!result.output.contains(secret) && !result.output.contains("another-secret"))
    }
  }
}

/// What the clocks tell.
@Suite struct ClockCheckTests {
  @Test func aClockThatAdvancesEvenly() {
    let (wall, monotonic) = (Date(timeIntervalSince1970: 1_800_000_000), ContinuousClock.now)
    let check = ClockCheck(wall: wall, monotonic: monotonic)
    let later = monotonic + .seconds(60)
    #expect(check.findings(wall: wall + 60, monotonic: later).map(\.state) == [.good])
    #expect(check.findings(wall: wall + 65, monotonic: later).map(\.state) == [.warning])
    #expect(check.findings(wall: wall - 5, monotonic: later).map(\.state) == [.warning])
    #expect(check.findings(wall: Date(timeIntervalSince1970: 86_400), monotonic: later).map(\.state) == [.problem])
  }

  @Test(arguments: [
    (0.2, 0.1, Finding.State.good), (-0.9, 0.0, .good), (1.5, 0.0, .warning), (1.5, 0.6, .good), (-29, 0.0, .warning),
    (31, 0.0, .problem), (-40, 1.0, .problem),
  ])
  func theDatabasesClock(_ ahead: Double, _ uncertainty: Double, _ state: Finding.State) {
    #expect(ClockCheck.comparison(ahead: ahead, uncertainty: uncertainty).state == state)
  }

  @Test func whichClockIsAhead() {
    #expect(ClockCheck.comparison(ahead: 60, uncertainty: 0).message.contains("60 s behind the database's"))
    #expect(ClockCheck.comparison(ahead: -60, uncertainty: 0).message.contains("60 s ahead of the database's"))
  }
}
