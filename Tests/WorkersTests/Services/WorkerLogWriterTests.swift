import Channel
import Logging
import Synchronization
import Testing

@testable import Workers

@Suite struct WorkerLogWriterTests {
  @Test func aFloodOfLinesIsAFaultAlsoBelowTheLevel() throws {
    let now = Mutex(ContinuousClock.Instant.now)
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    let writer = WorkerLogWriter(logger) { now.withLock(\.self) }
    for _ in 0..<1000 { try writer.write(.trace, "", [:], by: nil) }
    #expect(throws: MessageFault("more than 1000 log lines in 10 s")) { try writer.write(.trace, "", [:], by: nil) }
    now.withLock { $0 += LineBudget.window }
    try writer.write(.trace, "", [:], by: nil)
  }
}
