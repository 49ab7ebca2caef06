import Channel
import Testing

@testable import Workers

@Suite struct WorkerOutputTests {
  private let start = ContinuousClock.now

  @Test func `Bytes become lines, whichever way they are cut`() {
    var splitter = LineSplitter()
    #expect(splitter.take(Array("one\ntw".utf8)) == ["one"])
    #expect(splitter.take(Array("o\n\nthree\u{1b}[2J".utf8)) == ["two"])
    #expect(splitter.end() == "three?[2J" && splitter.end() == nil)
    let long = splitter.take([UInt8](repeating: 97, count: 20_000) + [10])
    #expect(long.first?.utf8.count == LineSplitter.longestLine + "…".utf8.count)
    #expect(splitter.take([0xff, 0xfe, 10]) == ["\u{fffd}\u{fffd}"])
  }

  @Test func `Lines over the budget are counted, and reported once`() {
    var output = WorkerOutput()
    let flood = Array(String(repeating: "x\n", count: 150).utf8)
    #expect(output.take(flood, at: start).count == LineBudget.lines && output.isFlooding)
    #expect(output.take(flood, at: start).isEmpty)
    let reports = output.take(Array("later\n".utf8), at: start + LineBudget.window)
    #expect(reports == [.dropped(200), .line("later")])
    #expect(output.lastLines.last == "later" && output.lastLines.count == WorkerOutput.lastLinesCount)
    #expect(output.end(at: start).isEmpty)
  }

  @Test func `The line of a crash is the crash, not a line of the log`() {
    var output = WorkerOutput()
    let line = """
      {"time":"2026-01-01T00:00:00.000Z","level":"critical","message":"The process crashed","signal":"SIGILL",\
      "function":"add_note","id":"6f1c","thread":"worker","frames":["0x10","libc.so+0x2"]}

      """
    #expect(output.take(Array(("Fatal error: nil\n" + line).utf8), at: start) == [.line("Fatal error: nil")])
    #expect(output.crash == WorkerCrash(signal: "SIGILL", function: "add_note"))
    #expect(output.lastLines == ["Fatal error: nil"])
    let trace = "Current stack trace:\n0    libswiftCore.so 0x00007f0000000000 _swift_stdlib_reportFatalError + 171\n"
    _ = output.take(Array(trace.utf8), at: start)
    #expect(output.lastLines == ["Fatal error: nil"])
    #expect(WorkerCrash(line: #"{"message":"The process crashed"}"#) == nil)
  }

  @Test func `A program's headers name its library folders, and others are refused`() throws {
    let program = try ExecutableFile(contentsOf: "/proc/self/exe")
    #expect(program.libraryFolders.allSatisfy { !$0.isEmpty })
    #expect(throws: WorkerStartFault.self) { try ExecutableFile("x") { _, _ in [0x7f, 0x45, 0x4c, 0x46] } }
    #expect(throws: WorkerStartFault.self) {
      try ExecutableFile("x") { _, count in [UInt8](repeating: 0xff, count: count) }
    }
  }
}
