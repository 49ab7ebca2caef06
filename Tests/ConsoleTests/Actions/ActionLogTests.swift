import Database
import Edge
import Engines
import Foundation
import Logging
import SwiftletTesting
import Synchronization
import Testing

@testable import Console

@Suite struct ActionLogTests {
  private let session = Session(
    id: "0123456789ab", role: .operator, expiry: Date(timeIntervalSince1970: 1_800_043_200), formToken: "secret token")
  private let date = Date(timeIntervalSince1970: 1_800_000_000)

  @Test func anActionIsALineAndARow() async throws {
    let temporary = try await TemporaryDatabase()
    try await temporary.database.migrate(.console)
    let lines = Lines()
    let log = ActionLog(temporary.database, logger: lines.logger)
    let form = Form([
      .init("token", "secret token"), .init("id", "42"), .init("input", "a password"), .init("id", "43"),
    ])
    let done = ActionRecord(
      of: "retry", on: .queue, form, by: session, at: date, .success(ActionOutcome("Retried 2 jobs", count: 2)))
    let failed = ActionRecord(
      of: "pause", on: .schedules, Form([.init("name", "a\0b")]), by: session, at: date,
      .failure(.invalid("There is no such job")))
    #expect(done.subject == "id=42 id=43")
    await log.write(done)
    await log.write(failed)
    #expect(try await log.latest(10) == [failed, done])
    #expect(lines.all.count == 2)
    #expect(lines.all[0].contains("action=queue.retry"))
    #expect(lines.all[0].contains("count=2"))
    #expect(lines.all[1].contains("failure=There is no such job"))
    #expect(!lines.all.joined().contains("secret token") && !lines.all.joined().contains("password"))
    await temporary.remove()
  }

  @Test func aLongTextIsCut() {
    let form = Form([.init("filter", String(repeating: "ü", count: 1000))])
    let record = ActionRecord(
      of: "retry", on: .queue, form, by: session, at: date, .success(ActionOutcome("Retried")))
    #expect(record.subject.utf8.count <= ActionRecord.textLimit)
    #expect(record.subject.hasSuffix("ü…"))
  }

  @Test func withoutADatabaseTheLineIsWritten() async throws {
    let database = Database(try SQLiteEngine.temporary())
    let lines = Lines()
    await ActionLog(database, logger: lines.logger).write(
      ActionRecord(of: "run", on: .schedules, Form(), by: session, at: date, .success(ActionOutcome("Started"))))
    #expect(lines.all.count == 2)
    #expect(lines.all[1].contains("not in the database"))
    await database.close()
  }
}

/// The lines of a logger.
private final class Lines: LogHandler, Sendable {
  private let lines = Mutex<[String]>([])

  var all: [String] { lines.withLock(\.self) }
  var logger: Logger { Logger(label: "test") { _ in self } }

  var logLevel: Logger.Level {
    get { .trace }
    set {}
  }
  var metadata: Logger.Metadata {
    get { [:] }
    set {}
  }
  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { nil }
    set {}
  }

  func log(event: LogEvent) {
    let fields = (event.metadata ?? [:]).sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    lines.withLock { $0.append("\(event.level) \(event.message) \(fields.joined(separator: " "))") }
  }
}
