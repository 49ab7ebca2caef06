import Edge
import Foundation
import Functions
import Testing

/// The runtime names no app: an app's values come through `Swiftlet.main`.
@Suite struct RuntimeNamesTests {
  @Test func theRuntimeNamesNoAppAndNoFunctionOfOne() throws {
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let runtime = package.appending(path: "Runtime")
    let paths = try #require(FileManager.default.subpaths(atPath: runtime.path)).filter { path in
      [".swift", ".h", ".c"].contains { path.hasSuffix($0) }
    }
    #expect(paths.count > 100)
    let names = Self.names
    let found = try paths.flatMap { path in
      let text = try String(contentsOf: runtime.appending(path: path), encoding: .utf8).lowercased()
      return names.filter(text.contains).map { "Runtime/\(path): \($0)" }
    }
    #expect(found.isEmpty)
  }

  /// The names of the apps and of their functions (except names of one word), and other names that only they use.
  private static var names: [String] {
    ["enigmate", "leftova", "mariner", "riddle", "shvil", "swivo"]
      + (functions + procedures).map(\.name).filter { $0.contains("_") }
  }
}
