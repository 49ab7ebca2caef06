/// The output of `swift build`, without the lines that only tell of its progress.
struct BuildOutput: Hashable, Sendable {
  /// The lines that a developer needs to mend the build: the compiler's errors and warnings with their source lines.
  let lines: [String]

  /// - Parameter text: the whole output.
  init(_ text: String) {
    var seen: Set<String> = []
    var isRepeated = false
    lines = text.split(separator: "\n", omittingEmptySubsequences: true).map(String.init).filter { line in
      // SwiftPM prints an error once for each job of the compiler that met it. Its first line names the place.
      if line.contains(": error: ") || line.contains(": warning: ") {
        isRepeated = !seen.insert(line).inserted
      }
      return !Self.isProgress(line) && !isRepeated
    }
  }

  /// How many different errors the compiler reports.
  var errorCount: Int { lines.count { $0.contains(": error: ") } }

  /// As in `[12/34] Compiling Notes Greet.swift`.
  private static func isProgress(_ line: String) -> Bool {
    line.wholeMatch(of: /\[[0-9]+\/[0-9]+\] .*/) != nil || line.hasPrefix("Building for ")
      || line.hasPrefix("Build complete!") || line.hasPrefix("[0/1] Planning build")
  }
}
