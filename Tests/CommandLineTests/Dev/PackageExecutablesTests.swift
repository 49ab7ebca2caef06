import Testing
import Wire

@testable import Swiftlet

@Suite struct PackageExecutablesTests {
  private static func executables(products: String, targets: String) throws -> PackageExecutables {
    let text = #"{"products":[\#(products)],"targets":[\#(targets)],"toolsVersion":{"_version":"6.2.0"}}"#
    return try Wire.decode(PackageExecutables.self, from: Array(text.utf8))
  }

  private static let notes = #"{"name":"Notes","type":"executable","settings":[]}"#

  @Test func aTargetWithoutAProductIsAnExecutable() throws {
    let executables = try Self.executables(
      products: "", targets: Self.notes + #",{"name":"NotesTests","type":"test"}"#)
    #expect(executables.names == ["Notes"])
    #expect(try executables.executable(nil) == "Notes")
    #expect(try executables.executable("Notes") == "Notes")
    #expect(throws: Failure.self) { try executables.executable("Other") }
  }

  @Test func aProductStandsForItsTarget() throws {
    let executables = try Self.executables(
      products: #"{"name":"notes","targets":["Notes"],"type":{"executable":null}}"#, targets: Self.notes)
    #expect(executables.names == ["notes"])
  }

  @Test func oneOfSeveralMustBeNamed() throws {
    let executables = try Self.executables(
      products: #"{"name":"Kit","targets":["Kit"],"type":{"library":["automatic"]}}"#,
      targets: Self.notes + #",{"name":"Kit","type":"regular"},{"name":"Tool","type":"executable"}"#)
    #expect(executables.names == ["Notes", "Tool"])
    let failure = try #require(throws: Failure.self) { try executables.executable(nil) }
    #expect(failure.hint == "name one with --product: it has Notes, Tool")
  }

  @Test func aPackageWithoutExecutablesIsRefused() throws {
    let executables = try Self.executables(products: "", targets: #"{"name":"Kit","type":"regular"}"#)
    #expect(throws: Failure.self) { try executables.executable(nil) }
  }
}
