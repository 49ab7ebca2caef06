import Testing

@testable import HTTPServer

/// Pipelined input is parsed in turns, so that the loop can serve other connections between them.
@Suite struct ConnectionTurnTests {
  @Test func requestsSentAheadAreReadInTurns() {
    let connection = ConnectionScript()
    let requests = (1...40).map { "GET /\($0) HTTP/1.1\r\nHost: x\r\n\r\n" }
    var actions = connection.receive(requests.joined())
    var begun = 0
    var inTurn = 0
    var turns: [Int] = []
    while let action = actions.first {
      if action == "yield" {
        turns.append(inTurn)
        inTurn = 0
        #expect(connection.interest == .end, "no more is received while a part of it waits for its turn")
        #expect(connection.readOn() == [], "one yield a turn")
        actions = connection.readOnAfterYield()
        continue
      }
      (begun, inTurn) = (begun + 1, inTurn + 1)
      #expect(action == "begin \(begun): GET /\(begun) .")
      #expect(connection.respond(to: begun) == "read on")
      actions = connection.readOn()
    }
    #expect(begun == 40)
    #expect(turns == [1] + Array(repeating: 2, count: 18))
    #expect(connection.state.isIdle && connection.interest == .bytes)
  }

  @Test func chunksAreReadInTurns() {
    let connection = ConnectionScript()
    let head = "POST /c HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
    #expect(connection.receive(head) == ["begin 1: POST /c …"])
    #expect(connection.bodyIsWanted(by: 1) == nil)
    let first = connection.receive(String(repeating: "1\r\nx\r\n", count: 600))
    #expect(first.count == 257 && first.last == "yield" && first.dropLast().allSatisfy { $0 == "push x" })
    let second = connection.readOnAfterYield()
    #expect(second.count == 257 && second.last == "yield")
    #expect(connection.readOnAfterYield().count == 600 - 512)
  }

  /// New input begins a turn, so that a client which sends one request at a time is never put off.
  @Test func oneRequestAtATimeNeverYields() {
    let connection = ConnectionScript()
    for number in 1...100 {
      #expect(connection.receive("GET / HTTP/1.1\r\nHost: x\r\n\r\n") == ["begin \(number): GET / ."])
      #expect(connection.respond(to: number) == "read on")
      #expect(connection.readOn() == [])
    }
  }

  /// A client that has ended its output gets the answers to all that it sent ahead.
  @Test func theEndOfInputWaitsForTheTurns() {
    let connection = ConnectionScript()
    _ = connection.receive(String(repeating: "GET / HTTP/1.1\r\nHost: x\r\n\r\n", count: 5))
    #expect(connection.respond(to: 1) == "read on")
    #expect(connection.readOn() == ["yield"])
    connection.clientMayHaveLeft()
    #expect(!connection.state.isFinished)
    #expect(connection.readOnAfterYield() == ["begin 2: GET / ."])
  }
}
