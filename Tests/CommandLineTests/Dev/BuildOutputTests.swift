import Testing

@testable import Swiftlet

@Suite struct BuildOutputTests {
  @Test func errorsStayAndProgressGoes() {
    let output = BuildOutput(
      """
      Building for debugging...
      [0/3] Write swift-version.txt
      [2/5] Compiling Notes Greet.swift
      /notes/Sources/Notes/Greet.swift:3:7: error: cannot find 'x' in scope
      2 |
      3 |   x
        |   `- error: cannot find 'x' in scope
      [3/5] Emitting module Notes
      error: fatalError
      """)
    #expect(output.lines.first == "/notes/Sources/Notes/Greet.swift:3:7: error: cannot find 'x' in scope")
    #expect(output.lines.count == 5)
    #expect(!output.lines.contains { $0.hasPrefix("[") })
  }

  @Test func anErrorOfSeveralJobsIsShownOnce() {
    let line = "/notes/Greet.swift:3:7: error: cannot find 'x' in scope"
    let output = BuildOutput("\(line)\n3 | x\n[2/5] Compiling Notes\n\(line)\n3 | x\n")
    #expect(output.lines == [line, "3 | x"])
    #expect(output.errorCount == 1)
  }

  @Test func aBuildWithoutErrorsHasNoLines() {
    #expect(BuildOutput("[1/1] Compiling Notes\nBuild complete! (1.2s)\n").lines.isEmpty)
  }
}
