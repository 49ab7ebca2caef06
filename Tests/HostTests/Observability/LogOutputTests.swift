import Foundation
import Glibc
import Logging
import Testing

@testable import Host

/// Where log lines go: readers that leave or stand still, and characters that a terminal obeys.
@Suite(.timeLimit(.minutes(10))) struct LogOutputTests {
  /// A pipe, and what an output wrote to it.
  private struct Pipe: ~Copyable {
    let reader: CInt
    let writer: CInt

    init() {
      var ends: [CInt] = [0, 0]
      _ = unsafe Glibc.pipe(&ends)
      (reader, writer) = (ends[0], ends[1])
    }

    /// Everything that comes until the output is closed.
    func read() -> String {
      var text: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 64 << 10)
      while true {
        let count = unsafe Glibc.read(reader, &buffer, buffer.count)
        guard count > 0 else { return String(decoding: text, as: UTF8.self) }
        text += buffer[..<count]
      }
    }
  }

  private func line(_ text: String) -> [UInt8] { Array(text.utf8) }

  /// A process with such an output ignores SIGPIPE, as `serve` does; the signal would end this one.
  @Test func linesAreDroppedWithoutAReader() {
    signal(SIGPIPE, SIG_IGN)
    let pipe = Pipe()
    let registry = PrometheusRegistry()
    let output = LogOutput(descriptor: pipe.writer, patience: .seconds(600))
    output.countDropped(in: registry)
    close(pipe.reader)
    for number in 1...3 { output.write(line("\(number)"), isUrgent: true) }
    #expect(output.flush(within: .seconds(600)))
    #expect(registry.text.contains("swiftlet_log_lines_dropped_total 3\n"))
    // The thread's last pass, which has nothing to write, keeps the number.
    while !output.isIdle { sched_yield() }

    // The same descriptor with another reader, as a named pipe may have.
    let other = Pipe()
    dup2(other.writer, pipe.writer)
    close(other.writer)
    output.write(line("4"), isUrgent: true)
    #expect(output.flush(within: .seconds(600)))
    close(pipe.writer)
    #expect(other.read() == "4\n{\"level\":\"error\",\"message\":\"3 log lines were dropped\"}\n")
    close(other.reader)
  }

  @Test func aBlockedReaderDelaysNoWriter() {
    let pipe = Pipe()
    let output = LogOutput(descriptor: pipe.writer, patience: .seconds(600))
    // More than a pipe takes, and than one batch.
    let long = String(repeating: "x", count: 1023)
    for _ in 0..<1024 { output.write(line(long), isUrgent: false) }
    #expect(!output.flush(within: .milliseconds(1)))
    // One that reads on gets all of it.
    DispatchQueue.global().async {
      output.flush(within: .seconds(600))
      close(pipe.writer)
    }
    #expect(pipe.read().utf8.count == 1 << 20)
    close(pipe.reader)
  }

  /// A reader that stands still ends the wait for the last lines, but not a thread that waits for a processor.
  @Test func aThreadWithoutAProcessorIsWaitedFor() {
    let (before, starvation) = (Duration.milliseconds(-1), LogOutput.starvation)
    let cases: [(Duration, Bool, Bool, Bool)] = [
      (before, true, true, false), (before, true, false, true), (Duration.zero, true, true, true),
      (before, false, false, false), (Duration.zero, false, false, false),
      (starvation - Duration.milliseconds(1), false, false, false), (starvation, false, true, true),
    ]
    for (late, isWriting, hasProgress, expected) in cases {
      #expect(
        LogOutput.givesUp(after: late, isWriting: isWriting, hasProgress: hasProgress) == expected,
        "\(late) \(isWriting) \(hasProgress)")
    }
  }

  @Test(arguments: [
    "\u{1B}", "\n", "\u{7F}", "\u{85}", "\u{9B}", "\u{2028}", "\u{2029}", "\u{202E}", "\u{2066}", "\u{200F}",
    "\u{061C}",
  ])
  func textShowsNoCharacterThatATerminalObeys(_ character: String) {
    let pipe = Pipe()
    let output = LogOutput(descriptor: pipe.writer, patience: .seconds(600))
    let logger = Logger(label: "test") { _ in LineLogHandler(format: .text, level: .info, output: output) }
    logger.info("a\(character)b", metadata: ["key": "c\(character)d"])
    output.flush(within: .seconds(600))
    close(pipe.writer)
    let text = pipe.read()
    close(pipe.reader)
    #expect(text.hasSuffix("\n"))
    #expect(!text.dropLast().contains(character))
    #expect(text.contains("info a\\") && text.contains("b key=c\\"))
  }

  @Test func textShowsLettersAsTheyAre() {
    let pipe = Pipe()
    let output = LogOutput(descriptor: pipe.writer, patience: .seconds(600))
    let logger = Logger(label: "test") { _ in LineLogHandler(format: .text, level: .info, output: output) }
    logger.info("Grüße 日本 👨‍👩‍👧 שלום")
    output.flush(within: .seconds(600))
    close(pipe.writer)
    #expect(pipe.read().hasSuffix(" info Grüße 日本 👨‍👩‍👧 שלום\n"))
    close(pipe.reader)
  }
}
