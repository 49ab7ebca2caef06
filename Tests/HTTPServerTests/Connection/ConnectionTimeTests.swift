import Testing

@testable import HTTPServer

/// The timeouts of a connection.
@Suite struct ConnectionTimeTests {
  private static let get = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"
  private static let chunked = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"

  @Test func aHeadThatDoesNotComeIsRefused() {
    for beginning in ["", "GET / HTTP/1.1\r\n"] {
      let connection = ConnectionScript()
      _ = connection.receive(beginning)
      #expect(connection.wait(9) == [])
      #expect(connection.wait(1) == ["1 s: refuse slowHead"])
    }
  }

  @Test func anUnusedConnectionIsClosed() {
    let connection = ConnectionScript()
    _ = connection.receive(Self.get)
    #expect(connection.wait(5) == [])
    _ = connection.respond(to: 1)
    #expect(connection.wait(200) == ["75 s: close"])
  }

  @Test func aHandlerHasItsTimeToRespond() {
    let connection = ConnectionScript()
    _ = connection.receive(Self.get)
    #expect(connection.wait(149) == [])
    #expect(connection.wait(1) == ["1 s: refuse idle"])
    #expect(connection.respond(to: nil) == "close")
  }

  @Test func anExchangeHasItsTimeInAll() {
    var connection = ConnectionScript { $0.wallClock = 100 }
    _ = connection.receive(Self.get)
    #expect(connection.wait(200) == ["100 s: refuse wallClock"])
    // A streamed response is cut off.
    connection = ConnectionScript { $0.wallClock = 100 }
    _ = connection.receive(Self.get)
    #expect(connection.wait(40) == [])
    _ = connection.stream(to: 1)
    #expect(connection.wait(200) == ["60 s: close"])
  }

  @Test(arguments: [(50.0, 120.0), (300, 1000)])
  func aHandlerMayHaveOtherLimitsThanTheServers(idle: Double, wallClock: Double) {
    let own = ExchangeTime.own(ExchangeLimits(idle: idle, wallClock: wallClock))
    var connection = ConnectionScript()
    _ = connection.receive(Self.get)
    connection.take(own)
    #expect(connection.wait(2000) == ["\(Int(idle)) s: refuse idle"])
    // The time of the whole exchange counts while its response is streamed.
    connection = ConnectionScript()
    _ = connection.receive(Self.get)
    connection.take(own)
    _ = connection.stream(to: 1)
    #expect(connection.wait(2000) == ["\(Int(wallClock)) s: close"])
    // The next exchange has the server's limits again.
    connection = ConnectionScript()
    _ = connection.receive(Self.get)
    connection.take(own)
    _ = connection.respond(to: 1)
    _ = connection.receive(Self.get)
    #expect(connection.wait(150) == ["150 s: refuse idle"])
  }

  @Test func aHandlerWithLimitsOfItsOwnHasAnyTime() {
    let connection = ConnectionScript()
    _ = connection.receive(Self.chunked)
    connection.take(.unlimited)
    #expect(connection.wait(5000) == [])
    _ = connection.bodyIsWanted(by: 1)
    #expect(connection.receive("1\r\na\r\n", pipeHasRoom: false) == ["push a"])
    #expect(connection.wait(5000) == [], "the handler is slow, and not the client")
    _ = connection.bodyIsWanted(by: 1)
    #expect(connection.receive("0\r\n\r\n") == ["finish body"])
    #expect(connection.wait(5000) == [])
    _ = connection.stream(to: 1)
    for _ in 0..<3 {
      #expect(connection.wait(399) == [])
      connection.responseWaits()
    }
    connection.responseIsTaken()
    #expect(connection.wait(5000) == [], "the handler has nothing to send")
    connection.responseWaits()
    #expect(connection.wait(500) == ["400 s: close"], "the client takes nothing")
  }

  @Test(arguments: [true, false])
  func aResponseThatBeganBeforeTheEndOfTheBodyHasAnyTimeToo(isTaken: Bool) {
    let connection = ConnectionScript()
    _ = connection.receive(Self.chunked)
    connection.take(.unlimited)
    _ = connection.bodyIsWanted(by: 1)
    _ = connection.stream(to: 1)
    connection.responseWaits()
    if isTaken { connection.responseIsTaken() }
    #expect(connection.receive("1\r\na\r\n0\r\n\r\n") == ["push a", "finish body"])
    #expect(connection.wait(5000) == (isTaken ? [] : ["400 s: close"]))
  }

  @Test func theClientOfSuchAHandlerHasItsLimits() {
    let connection = ConnectionScript()
    _ = connection.receive(Self.chunked)
    connection.take(.unlimited)
    _ = connection.bodyIsWanted(by: 1)
    #expect(connection.wait(30) == ["30 s: refuse slowBody"])
  }

  /// A connection whose handler has limits of its own and wants the body, of at least 100 bytes per second.
  private static func pacedConnection() -> ConnectionScript {
    let connection = ConnectionScript { $0.bodyRate = 100 }
    _ = connection.receive(chunked)
    connection.take(.unlimited)
    _ = connection.bodyIsWanted(by: 1)
    return connection
  }

  private static func chunk(_ count: Int) -> String {
    "\(String(count, radix: 16))\r\n\(String(repeating: "a", count: count))\r\n"
  }

  @Test func aTricklingBodyOfSuchAHandlerIsRefused() {
    let connection = Self.pacedConnection()
    var seconds = 0
    // Each second uses up one, and its bytes give a twentieth of it back.
    while seconds < 100, connection.wait(1) == [] {
      _ = connection.receive(Self.chunk(5))
      seconds += 1
    }
    #expect(seconds == 31)
  }

  @Test func aSteadyBodyOfSuchAHandlerMayTakeAnyTime() {
    let connection = Self.pacedConnection()
    for _ in 0..<1000 {
      #expect(connection.wait(1) == [])
      #expect(connection.receive(Self.chunk(100)).count == 1)
    }
    // It may pause, and make up for the pause.
    for _ in 0..<10 {
      #expect(connection.wait(29) == [])
      #expect(connection.receive(Self.chunk(3000)).count == 1)
    }
  }

  @Test func aFastBodyOfSuchAHandlerSavesNoTime() {
    let connection = Self.pacedConnection()
    _ = connection.receive(Self.chunk(100_000))
    #expect(connection.wait(40) == ["30 s: refuse slowBody"])
  }

  @Test func theTimeOfSuchAHandlerIsNotItsClients() {
    let connection = Self.pacedConnection()
    #expect(connection.wait(20) == [])
    #expect(connection.receive(Self.chunk(1), pipeHasRoom: false).count == 1)
    #expect(connection.wait(1000) == [])
    _ = connection.bodyIsWanted(by: 1)
    #expect(connection.wait(40) == ["10 s: refuse slowBody"])
  }

  @Test func theNextRequestHasTheLimitsAgain() {
    let connection = ConnectionScript()
    _ = connection.receive(Self.get)
    connection.take(.unlimited)
    _ = connection.respond(to: 1)
    _ = connection.receive(Self.get)
    #expect(connection.wait(200) == ["150 s: refuse idle"])
  }

  /// The client's timeout does not include the handler's time.
  @Test func aBodyThatIsWantedMustCome() {
    let connection = ConnectionScript()
    _ = connection.receive(Self.chunked)
    #expect(connection.wait(100) == [], "it is not wanted yet")
    _ = connection.bodyIsWanted(by: 1)
    #expect(connection.wait(29) == [])
    #expect(connection.receive("1\r\na\r\n") == ["push a"])
    #expect(connection.wait(29) == [], "each chunk has its time")
    #expect(connection.wait(1) == ["1 s: refuse slowBody"])
  }

  @Test func aShortBodyHasItsTimeAsAWhole() {
    let connection = ConnectionScript()
    _ = connection.receive("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\n")
    _ = connection.bodyIsWanted(by: 1)
    #expect(connection.wait(20) == [])
    #expect(connection.receive("a") == ["push a"])
    #expect(connection.wait(20) == ["10 s: refuse slowBody"])
  }

  @Test func theRestOfAShortBodyMustComeToo() {
    let connection = ConnectionScript()
    _ = connection.receive("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\n")
    #expect(connection.respond(to: 1) == "read on")
    #expect(connection.wait(40) == ["30 s: close"])
  }

  @Test func aHeldBodyCountsAsTheHandlersTime() {
    let connection = ConnectionScript()
    _ = connection.receive(Self.chunked)
    _ = connection.bodyIsWanted(by: 1)
    #expect(connection.receive("1\r\na\r\n", pipeHasRoom: false) == ["push a"])
    #expect(connection.wait(151) == ["150 s: refuse idle"])
  }

  // MARK: Clients that end their output

  @Test func anIncompleteRequestIsClosedAtTheEndOfInput() {
    for beginning in ["", "GET / HT", Self.chunked, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\na"] {
      let connection = ConnectionScript()
      _ = connection.receive(beginning)
      #expect(connection.inputHasEnded() == "close")
    }
  }

  @Test func aWholeRequestIsAnswered() {
    let connection = ConnectionScript()
    _ = connection.receive(Self.get + Self.get)
    #expect(connection.inputHasEnded() == nil)
    #expect(connection.interest == .nothing)
    #expect(connection.respond(to: 1) == "read on")
    #expect(!connection.readOn().isEmpty && !connection.state.isFinished)
    #expect(connection.respond(to: 2) == "read on")
    #expect(connection.readOn() == [] && connection.state.isFinished)
  }

  @Test func aClientThatMayHaveLeftIsAskedOnce() {
    let connection = ConnectionScript()
    _ = connection.receive(Self.get)
    #expect(connection.inputHasEnded() == nil)
    #expect(connection.wait(4) == [])
    #expect(connection.wait(100) == ["1 s: send continue"])
  }

  /// It sends nothing more, and not all is received: the handler holds the body back.
  @Test func aClientIsAskedThatHasEndedBehindAHeldBody() {
    let connection = ConnectionScript()
    _ = connection.receive(Self.chunked)
    #expect(connection.interest == .end)
    connection.clientMayHaveLeft()
    #expect(connection.interest == .nothing)
    #expect(connection.wait(10) == ["5 s: send continue"])
  }

  @Test func theProbeIsForARequestThatRuns() {
    // HTTP/1.0 has no interim responses.
    var connection = ConnectionScript()
    _ = connection.receive("GET / HTTP/1.0\r\n\r\n")
    _ = connection.inputHasEnded()
    #expect(connection.wait(10) == [])
    // Nothing may come between the parts of a response.
    connection = ConnectionScript()
    _ = connection.receive(Self.get)
    _ = connection.inputHasEnded()
    _ = connection.stream(to: 1)
    #expect(connection.wait(10) == [])
    #expect(connection.end(1))
    #expect(connection.responseIsOut() == "read on")
    #expect(connection.state.isFinished)
  }
}
