import Edge
import Engines
import Foundation
import Logging
import Testing

@testable import Swiftlet

/// The reasons why a host is not ready, though its migrations are complete.
@Suite struct ReadinessTests {
  @Test func aFileThatWasMovedAwayIsAProblem() async throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/data.sqlite"
    let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    let database = Database(try SQLiteEngine(path: path, logger: silent))
    #expect(database.fileProblems == [])
    try FileManager.default.moveItem(atPath: path, toPath: path + ".old")
    #expect(
      database.fileProblems == ["the database's file \(path) was moved, deleted or replaced, so changes are lost"])
    try FileManager.default.moveItem(atPath: path + ".old", toPath: path)
    #expect(database.fileProblems == [])
    await database.close()
  }
}
