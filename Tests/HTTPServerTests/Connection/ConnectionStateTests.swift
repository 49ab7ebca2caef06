import NIOCore
import Testing

@testable import HTTPServer

/// The rules of one connection, step by step.
@Suite struct ConnectionStateTests {
  private static func get(_ target: String, _ fields: String = "") -> String {
    "GET \(target) HTTP/1.1\r\nHost: x\r\n\(fields)\r\n"
  }

  private static func post(_ target: String, _ length: Int, _ fields: String = "") -> String {
    "POST \(target) HTTP/1.1\r\nHost: x\r\nContent-Length: \(length)\r\n\(fields)\r\n"
  }

  private static let chunked = "POST /c HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"

  // MARK: Requests

  @Test func requestsAreAnsweredInTheirOrder() {
    let connection = ConnectionScript()
    #expect(connection.receive(Self.get("/1") + Self.post("/2", 2) + "ab" + Self.get("/3")) == ["begin 1: GET /1 ."])
    #expect(connection.readOn() == [])
    #expect(connection.respond(to: 1) == "read on")
    #expect(connection.readOn() == ["yield"])
    #expect(connection.readOnAfterYield() == ["begin 2: POST /2 ab."])
    #expect(connection.respond(to: 2) == "read on")
    #expect(connection.readOn() == ["begin 3: GET /3 ."])
    #expect(connection.respond(to: 3) == "read on")
    #expect(connection.readOn() == [])
    #expect(connection.state.isIdle)
  }

  @Test func aShortBodyThatIsNotWholeIsStreamed() {
    let connection = ConnectionScript()
    #expect(connection.receive(Self.post("/", 6) + "ab") == ["begin 1: POST / ab…"])
    #expect(connection.interest == .end, "nothing is read before the handler wants it")
    #expect(connection.receive("cd") == [])
    #expect(connection.bodyIsWanted(by: 1) == nil)
    #expect(connection.readOn() == ["push cd"])
    #expect(connection.receive("ef") == ["push ef", "finish body"])
    #expect(connection.respond(to: 1) == "read on")
  }

  @Test func aFullPipeHoldsTheClientBack() {
    let connection = ConnectionScript()
    #expect(connection.receive(Self.chunked) == ["begin 1: POST /c …"])
    #expect(connection.bodyIsWanted(by: 1) == nil)
    #expect(connection.receive("2\r\nab\r\n2\r\ncd\r\n0\r\n\r\n", pipeHasRoom: false) == ["push ab"])
    #expect(connection.interest == .end)
    #expect(connection.bodyIsWanted(by: 1) == nil)
    #expect(connection.readOn() == ["push cd", "finish body"])
    #expect(connection.interest == .bytes)
  }

  @Test func aBodyIsAskedForOnceAndOnlyIfItIsWanted() {
    let expects = "Expect: 100-continue\r\n"
    var connection = ConnectionScript()
    #expect(connection.receive(Self.post("/", 2, expects)) == ["begin 1: POST / …"])
    #expect(connection.bodyIsWanted(by: 1) == "send continue")
    #expect(connection.bodyIsWanted(by: 1) == nil)
    #expect(connection.receive("ab") == ["push ab", "finish body"])
    #expect(connection.respond(to: 1) == "read on")
    // Not asked for: the client may not send it at all, so that the connection cannot go on.
    #expect(connection.receive(Self.post("/", 2, expects)) == ["begin 2: POST / …"])
    #expect(connection.respond(to: 2) == "linger")
    // The body has come.
    connection = ConnectionScript()
    #expect(connection.receive(Self.post("/", 2, expects) + "a") == ["begin 1: POST / a…"])
    #expect(connection.bodyIsWanted(by: 1) == nil)
  }

  @Test func theRestOfAShortBodyIsDropped() {
    let connection = ConnectionScript()
    #expect(connection.receive(Self.post("/", 4) + "ab") == ["begin 1: POST / ab…"])
    #expect(connection.respond(to: 1) == "read on")
    #expect(!connection.state.isIdle)
    #expect(connection.receive("cd" + Self.get("/2")) == ["begin 2: GET /2 ."])
  }

  @Test func theRestOfALongBodyEndsTheConnection() {
    let connection = ConnectionScript()
    #expect(connection.receive(Self.post("/", 1 << 20) + "ab") == ["begin 1: POST / …"])
    #expect(connection.respond(to: 1) == "linger")
    #expect(connection.interest == .bytes)
    #expect(connection.receive("cd" + Self.get("/2")) == [])
    #expect(connection.unread.isEmpty, "it is dropped")
    #expect(connection.inputHasEnded() == "close")
  }

  // MARK: Refusals

  @Test func nothingIsReadAfterAFault() {
    let connection = ConnectionScript()
    #expect(connection.receive(Self.get("/1") + "nonsense\r\n" + Self.get("/2")) == ["begin 1: GET /1 ."])
    #expect(connection.respond(to: 1) == "read on")
    #expect(connection.readOn() == ["refuse notHTTP"])
    #expect(connection.respond(to: nil) == "linger")
    #expect(connection.receive(Self.get("/3")) == [])
  }

  @Test func aFaultInTheBodyTakesTheResponsesPlace() {
    let connection = ConnectionScript()
    _ = connection.receive(Self.chunked)
    _ = connection.bodyIsWanted(by: 1)
    #expect(connection.receive("x\r\n") == ["refuse invalidChunkSize"])
    #expect(connection.respond(to: nil) == "linger")
    #expect(connection.respond(to: 1) == nil, "it came too late")
  }

  @Test func aFaultWhileTheResponseGoesOutEndsTheBodyAlone() {
    let connection = ConnectionScript()
    _ = connection.receive(Self.chunked)
    _ = connection.bodyIsWanted(by: 1)
    #expect(connection.stream(to: 1)?.contains("connection: close") == true)
    #expect(connection.receive("x\r\n") == ["abandon body"])
    #expect(connection.state.isStreaming(1))
    #expect(connection.end(1))
    #expect(connection.responseIsOut() == "linger")
  }

  @Test func aboveTheLimitTheFirstRequestIsRefused() {
    let connection = ConnectionScript(isAboveLimit: true)
    #expect(connection.receive(Self.get("/")) == ["refuse tooManyConnections"])
    #expect(connection.respond(to: nil) == "linger")
  }

  // MARK: Responses

  @Test func aLateResponseReachesNoOtherExchange() {
    let connection = ConnectionScript()
    _ = connection.receive(Self.get("/1"))
    #expect(connection.stream(to: 1) != nil)
    #expect(connection.respond(to: 1) == nil, "it has begun")
    #expect(connection.end(1))
    #expect(!connection.state.isStreaming(1) && !connection.end(1))
    #expect(connection.responseIsOut() == "read on")
    _ = connection.receive(Self.get("/2"))
    #expect(connection.respond(to: 1) == nil)
    #expect(connection.stream(to: 2) != nil)
    #expect(!connection.state.isStreaming(1) && !connection.end(1))
    #expect(connection.bodyIsWanted(by: 1) == nil)
  }

  @Test func aClientMayAskToClose() {
    for request in [Self.get("/", "Connection: close\r\n"), "GET / HTTP/1.0\r\n\r\n"] {
      let connection = ConnectionScript()
      #expect(connection.receive(request) == ["begin 1: GET / ."])
      #expect(connection.respond(to: 1) == "close")
    }
  }

  /// Unread input is drained, since closing with it would reset the connection.
  @Test func inputThatIsNotReadIsDropped() {
    let connection = ConnectionScript()
    _ = connection.receive(Self.get("/", "Connection: close\r\n") + Self.get("/2"))
    #expect(connection.respond(to: 1) == "linger")
    #expect(connection.wait(10) == ["2 s: close"])
  }

  @Test func aClosedConnectionDoesNothing() {
    let connection = ConnectionScript()
    _ = connection.receive(Self.chunked)
    _ = connection.quiesce()
    #expect(connection.inputHasEnded() == "close")
    var state = connection.state
    state.close()
    var position = 0
    let bytes = Array(Self.get("/").utf8)
    let actions = [
      state.next(bytes.span, &position, now: .distantFuture), state.bodyIsWanted(by: 1, now: .distantFuture),
      state.timePassed(.distantFuture), state.inputHasEnded(now: .distantFuture),
      state.responseIsOut(hasUnread: true, now: .distantFuture),
    ]
    #expect(actions.allSatisfy { $0 == nil } && state.deadline == .distantFuture)
    let isEnded = state.end(1)
    #expect(!isEnded && !state.mayBegin(1) && !state.mayBegin(nil) && !state.isStreaming(1))
  }

  // MARK: The end of the server

  @Test func anIdleConnectionIsClosedAndAnExchangeFinished() {
    var connection = ConnectionScript()
    _ = connection.receive(Self.get("/"))
    #expect(connection.quiesce() == nil)
    #expect(connection.quiesce() == nil)
    #expect(connection.respond(to: 1) == "close")
    connection = ConnectionScript()
    _ = connection.receive(Self.get("/"))
    _ = connection.respond(to: 1)
    #expect(connection.quiesce() == "close")
  }

  @Test func aRequestOnItsWayIsWaitedForShortly() {
    for beginning in ["", "GET / HT"] {
      let connection = ConnectionScript()
      #expect(connection.receive(beginning) == [])
      #expect(connection.quiesce() == nil)
      #expect(connection.wait(20) == ["1 s: close"])
    }
    let connection = ConnectionScript()
    _ = connection.receive(Self.get("/"))
    _ = connection.respond(to: 1)
    #expect(connection.quiesce(hasInput: true) == nil)
    #expect(connection.receive(Self.get("/2")) == ["begin 2: GET /2 ."])
    #expect(connection.respond(to: 2) == "close")
  }
}
