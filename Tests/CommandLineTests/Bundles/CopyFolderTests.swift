import Foundation
import Testing
import Workers

@testable import Swiftlet

@Suite struct CopyFolderTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var names: Set<String> {
    get throws { Set(try FileManager.default.contentsOfDirectory(atPath: folder.path)) }
  }

  /// Makes the folder of a run.
  private func store(_ name: String) throws -> BundleStore {
    let store = BundleStore(folder: "\(folder.path)/\(name)")
    try store.make()
    try folder.write("\(name)/copy", "of an executable")
    return store
  }

  @Test(arguments: [true, false])
  func aRunRemovesTheCopiesOfKilledOnes(_ isNeeded: Bool) throws {
    _ = try store("run-0123ABCD")
    let running = try store("run-89ABCDEF").lock()
    try folder.write("index.json", "{}")
    let copies = try CopyFolder(below: folder.path, isNeeded: isNeeded)
    #expect(try names.isSuperset(of: ["run-89ABCDEF", "index.json"]))
    #expect(try names.count == (isNeeded ? 3 : 2))
    copies.remove()
    #expect(try names == ["run-89ABCDEF", "index.json"])
    withExtendedLifetime(running) {}
  }
}
