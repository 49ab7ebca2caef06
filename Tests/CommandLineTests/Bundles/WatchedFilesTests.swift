import Foundation
import Testing
import Workers

@testable import Swiftlet

@Suite struct WatchedFilesTests {
  @Test func aFileThatChangesAfterTheFirstLookIsFound() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "watched-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let paths = ["changed", "same"].map { folder.appending(path: $0).path() }
    for path in paths { try write("old", to: path) }
    var files = WatchedFiles(paths.map { BundleFile(flag: $0) })
    // The host starts, and the file changes.
    try write("newer", to: paths[0])
    let start = ContinuousClock.now
    #expect(files.changed(at: start).isEmpty, "it may not be whole")
    #expect(files.changed(at: start + FileWatchState.settling).map(\.path) == [paths[0]])
    #expect(files.changed(at: start + FileWatchState.settling * 2).isEmpty)
    // Of these files one was refused.
    files.refused(BundleFile(flag: paths[0]))
    #expect(files.changed(at: start + FileWatchState.settling * 3).isEmpty)
    files.servingChanged()
    #expect(files.changed(at: start + FileWatchState.settling * 4).map(\.path) == [paths[0]])
  }

  private func write(_ text: String, to path: String) throws {
    try Data(text.utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
  }
}
