import Edge
import Foundation
import NIOCore
import Synchronization
import Testing

@testable import Channel
@testable import Worker

/// The lines of a worker's log, on their way to the host.
@Suite(.timeLimit(.minutes(10))) struct LogTests {
  @Test func droppedLinesAreCountedAndSaidOnce() async {
    let instant = ContinuousClock.now
    let (pauses, release) = AsyncStream.makeStream(of: Void.self)
    let log = WorkerLog(now: { instant }, pause: { _ in for await _ in pauses { break } })
    let (notes, noted) = AsyncStream.makeStream(of: ByteBuffer.self)
    log.connect(level: .info) { payload, _ in noted.yield(payload) }
    for number in 0..<150 { log.write(.info, "line \(number)", [:], of: 2) }
    release.yield()
    var lines: [String] = []
    for await payload in notes {
      guard case .log(_, let message, _)? = try? CallNote(payload: payload) else { continue }
      lines.append(message)
      if message.hasPrefix("Dropped") { break }
    }
    #expect(lines.count == 101)
    #expect(lines.last?.hasPrefix("Dropped 50 log lines") == true)
  }

  @Test func theHostSetsTheLimitOfLines() {
    let instant = ContinuousClock.now
    let seen = Mutex(0)
    let log = WorkerLog(now: { instant }, pause: { _ in })
    log.connect(level: .info, lines: 3) { _, call in if call == 2 { seen.withLock { $0 += 1 } } }
    for number in 0..<10 { log.write(.info, "line \(number)", [:], of: 2) }
    #expect(seen.withLock(\.self) == 3)
    log.end()
  }

  @Test func aLongLineIsCut() throws {
    let seen = Mutex<[ByteBuffer]>([])
    let log = WorkerLog()
    log.connect(level: .info) { payload, _ in seen.withLock { $0.append(payload) } }
    log.write(.info, String(repeating: "é", count: 9_990), ["key": "0123456789", "other": "x"], of: 2)
    let first = seen.withLock { $0.first }
    let payload = try #require(first)
    guard case .log(_, let message, let metadata) = try CallNote(payload: payload) else {
      Issue.record("It is no line")
      return
    }
    #expect(message.count == 9_990)
    #expect(metadata == ["key": "0123456…"])
  }

  @Test func aHandlersLinesAreNotesOfItsCall() async throws {
    let speak = Function("speak", access: .anyone) { (context: Context<OpenAccess>) in
      context.logger.debug("Not for the host")
      context.logger.notice("Hello", metadata: ["n": "1"])
      return NoContent()
    }
    try await ScriptedHost.run(Worker.Bundle("test", functions: [speak])) { host in
      let exchange = try host.open(.to("speak"))
      _ = try await exchange.answer()
      for await case .note(let payload, let id) in host.events {
        guard case .log(let level, let message, let metadata) = try CallNote(payload: payload) else { continue }
        #expect(id == exchange.id && level == .notice && message == "Hello" && metadata["n"] == "1")
        break
      }
    }
  }
}
