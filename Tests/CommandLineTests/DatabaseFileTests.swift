import Edge
import Foundation
import Testing

@testable import Swiftlet

/// The file of an embedded database, before anything is made beside it.
@Suite struct DatabaseFileTests {
  private let folder: TemporaryFolder
  private let path: String
  private let location: DatabaseLocation

  init() throws {
    folder = try TemporaryFolder()
    path = "\(folder.path)/data"
    location = .sqlite(path: path)
  }

  @Test func aMissingOrEmptyFileCanBecomeADatabase() throws {
    try location.checkFile()
    try location.checkHeader()
    try folder.write("data", "")
    try location.checkFile()
    try location.checkHeader()
  }

  @Test func aDatabaseIsOne() async throws {
    try await location.withDatabase { _ = try await $0.execute("CREATE TABLE t (a TEXT)") }
    try location.checkFile()
    try location.checkHeader()
  }

  @Test(arguments: ["root:x:0:0:root:/root:/bin/bash", "SQLite", "SQLite format 3!"])
  func aFileOfAnotherKindIsRefused(_ text: String) throws {
    try folder.write("data", text)
    try location.checkFile()
    let failure = try #require(throws: Failure.self) { try location.checkHeader() }
    #expect(failure.code == .unavailable)
    #expect(failure.message == "\(path) is no SQLite database: it does not begin with \"SQLite format 3\"")
  }

  @Test(arguments: ["/dev/null", "/tmp"])
  func onlyARegularFileIsOpened(_ path: String) async throws {
    let location = DatabaseLocation.sqlite(path: path)
    let failure = try #require(throws: Failure.self) { try location.checkFile() }
    #expect(failure.message.hasPrefix("The database \(path) is a "), "\(failure.message)")
    await #expect(throws: failure) { try await location.withDatabase { _ in } }
  }

  @Test func aFileWithTwoNamesIsRefused() throws {
    try folder.write("data", "")
    try FileManager.default.linkItem(atPath: path, toPath: "\(folder.path)/other")
    let failure = try #require(throws: Failure.self) { try location.checkFile() }
    #expect(failure.message == "The database \(path) has 2 names, so that two hosts could serve one file")
    #expect(failure.hint?.contains("-samefile \(path)") == true)
    // A symbolic link leads to the same lock, so it is no second name.
    try FileManager.default.removeItem(atPath: "\(folder.path)/other")
    try FileManager.default.createSymbolicLink(atPath: "\(folder.path)/other", withDestinationPath: path)
    try DatabaseLocation.sqlite(path: "\(folder.path)/other").checkFile()
  }

  @Test func anErrorOfTheFileHasItsPath() {
    let error = location.naming(DatabaseError(.io, "disk I/O error"))
    #expect(Failure(error).message == "\(path): disk I/O error")
    let opening = location.naming(DatabaseError(.corrupt, "Cannot open \(path): file is not a database"))
    #expect(Failure(opening).message == "Cannot open \(path): file is not a database")
    let own = DatabaseError(.uniqueViolation, "UNIQUE constraint failed: users.email")
    #expect(location.naming(own) as? DatabaseError == own)
  }
}
