import NIOCore
import SeededRandom
import Testing

@testable import HTTPServer

/// However requests come and are answered, each is answered once and in its order, and no connection waits without an
/// end.
@Suite struct ConnectionFuzzTests {
  private static func request(_ number: Int, _ generator: inout SeededGenerator) -> String {
    let body = String(repeating: "x", count: Int.random(in: 0...20, using: &generator))
    let start = "POST /\(number) HTTP/1.1\r\nHost: x\r\n"
    return switch Int.random(in: 0...2, using: &generator) {
    case 0: start + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    case 1: start + "Transfer-Encoding: chunked\r\n\r\n" + body.map { "1\r\n\($0)\r\n" }.joined() + "0\r\n\r\n"
    default: "GET /\(number) HTTP/1.1\r\nHost: x\r\n\r\n"
    }
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func requestsAreAnsweredOnceAndInTheirOrder(_ seed: UInt64) {
    var generator = SeededGenerator(state: seed)
    let count = 12
    var input = (1...count).map { Self.request($0, &generator) }.joined()[...]
    let connection = ConnectionScript { $0.keepAliveTimeout = 3600 }
    var begun = 0
    var isRunning = false
    var isStreaming = false
    /// Takes actions as a driver does.
    func take(_ actions: [String]) {
      for action in actions {
        switch action.split(separator: " ")[0] {
        case "begin":
          begun += 1
          #expect(!isRunning && action.hasPrefix("begin \(begun): ") && action.contains(" /\(begun) "))
          isRunning = true
          isStreaming = action.hasSuffix("…")
        case "push": #expect(isRunning)
        case "finish": isStreaming = false
        case "yield": take(connection.readOnAfterYield())
        default: Issue.record("\(action)")
        }
      }
    }
    while !input.isEmpty || isRunning || !connection.unread.isEmpty {
      #expect(connection.state.deadline < .distantFuture)
      switch Int.random(in: 0...3, using: &generator) {
      case 0, 1:
        // A client's bytes come only while they are watched for.
        guard connection.interest == .bytes, !input.isEmpty else { continue }
        let part = input.prefix(Int.random(in: 1...40, using: &generator))
        input = input.dropFirst(part.count)
        take(connection.receive(String(part), pipeHasRoom: Bool.random(using: &generator)))
      case 2:
        guard isRunning else { continue }
        #expect(connection.bodyIsWanted(by: begun) == nil)
        take(connection.readOn())
      default:
        // A body that is not read ends the connection, so it is read.
        guard isRunning, !isStreaming else { continue }
        isRunning = false
        #expect(connection.respond(to: begun) == "read on")
        take(connection.readOn())
      }
    }
    #expect(begun == count && connection.state.isIdle)
  }
}
