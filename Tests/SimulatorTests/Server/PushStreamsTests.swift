import Testing

@testable import Simulator

/// The streams of a connection, with their actions as texts.
private final class StreamsBench {
  var streams = PushStreams()

  func take(_ event: HTTP2Event) -> [String] { Self.names(streams.take(event)) }

  func begin(_ path: String, on stream: Int32) -> [String] {
    take(.request([HTTP2Field(":method", "POST"), HTTP2Field(":path", path)], stream: stream))
  }

  /// Feeds a complete request.
  func request(_ stream: Int32) -> [String] { begin("/\(stream)", on: stream) + take(.end(stream: stream)) }

  func reply(_ fault: Fault?, _ answer: Answer? = Answer(status: 200), limit: Int? = nil, to stream: Int32) -> [String]
  {
    Self.names(
      streams.reply(Simulation.Reply(answer: answer, fault: fault, maxConcurrentStreams: limit), to: stream))
  }

  func delayEnded(_ stream: Int32) -> [String] { Self.names(streams.delayEnded(stream)) }

  func begin(with fault: Fault) -> [String] { Self.names(streams.begin(with: fault)) }

  private static func names(_ actions: [PushStreams.Action]) -> [String] {
    actions.map { action in
      switch action {
      case .validate(let request, let stream): "validate \(request.path) \(request.body.count) on \(stream)"
      case .limitStreams(let streams): "limit \(streams)"
      case .respond(let answer, let stream): "\(answer.status) on \(stream)"
      case .wait(let milliseconds, let stream): "wait \(milliseconds) on \(stream)"
      case .refuseRest(let stream): "refuse \(stream)"
      case .reset(let code, let stream): "\(code.rawValue) on \(stream)"
      case .goAway(let last): "goaway \(last)"
      case .close: "close"
      case .disconnect: "disconnect"
      case .garbage: "garbage"
      }
    }
  }
}

@Suite struct PushStreamsTests {
  private let bench = StreamsBench()

  @Test func aRequestIsValidatedWhenItIsComplete() {
    #expect(bench.begin("/a", on: 1) == [])
    #expect(bench.take(.data([1, 2], stream: 1)) == [])
    #expect(bench.take(.data([3], stream: 1)) == [])
    #expect(bench.take(.end(stream: 1)) == ["validate /a 3 on 1"])
    #expect(bench.take(.end(stream: 1)) == [])
    #expect(bench.take(.data([3], stream: 1)) == [])
    #expect(bench.reply(nil, to: 1) == ["200 on 1"])
  }

  @Test func aBodyAboveTheLimitIsValidatedAtOnce() {
    _ = bench.begin("/a", on: 1)
    #expect(bench.take(.data([UInt8](repeating: 0, count: 60_000), stream: 1)) == [])
    #expect(bench.take(.data([0], stream: 1)) == ["validate /a 60001 on 1", "refuse 1"])
    #expect(bench.take(.data([0], stream: 1)) == [])
    #expect(bench.take(.end(stream: 1)) == [])
  }

  @Test func aRequestThatTheClientResetsIsForgotten() {
    _ = bench.begin("/a", on: 1)
    _ = bench.take(.reset(stream: 1))
    #expect(bench.take(.end(stream: 1)) == [])
    #expect(bench.request(3) == ["validate /3 0 on 3"])
    #expect(bench.reply(.slow(milliseconds: 5), to: 3) == ["wait 5 on 3"])
    _ = bench.take(.reset(stream: 3))
    #expect(bench.delayEnded(3) == [])
  }

  @Test func faultsOfOneStream() {
    #expect(bench.reply(.slow(milliseconds: 5), to: 1) == ["wait 5 on 1"])
    #expect(bench.delayEnded(1) == ["200 on 1"])
    #expect(bench.delayEnded(1) == [])
    #expect(bench.reply(.reset(.refusedStream), nil, to: 3) == ["REFUSED_STREAM on 3"])
    #expect(bench.reply(.silence, nil, to: 5) == [])
    #expect(
      bench.reply(.answer(FaultAnswer(status: 503, reason: "Shutdown")), Answer(status: 503), to: 7) == ["503 on 7"])
    #expect(bench.reply(.settings(maxConcurrentStreams: 7), limit: 7, to: 9) == ["limit 7", "200 on 9"])
    #expect(!bench.streams.isOver && !bench.streams.isDrained)
  }

  @Test func aGracefulGoAwayFinishesReceivedRequests() {
    _ = bench.request(1)
    _ = bench.reply(.slow(milliseconds: 5), to: 1)
    _ = bench.begin("/3", on: 3)
    _ = bench.request(5)
    #expect(bench.reply(.goAway(.none), to: 5) == ["goaway 5", "200 on 5"])
    #expect(!bench.streams.isDrained)
    #expect(bench.request(7) == [])
    #expect(bench.take(.end(stream: 3)) == ["validate /3 0 on 3"])
    #expect(bench.reply(nil, to: 3) == ["200 on 3"])
    #expect(!bench.streams.isDrained)
    #expect(bench.delayEnded(1) == ["200 on 1"])
    #expect(bench.streams.isDrained)
  }

  @Test func aGoAwayForgetsTheStreamsThatItAbandons() {
    _ = bench.request(1)
    _ = bench.reply(.slow(milliseconds: 5), to: 1)
    _ = bench.request(5)
    _ = bench.reply(.slow(milliseconds: 5), to: 5)
    _ = bench.request(3)
    #expect(bench.reply(.goAway(.later), nil, to: 3) == ["goaway 1"])
    #expect(bench.delayEnded(5) == [])
    #expect(!bench.streams.isDrained)
    #expect(bench.delayEnded(1) == ["200 on 1"])
    #expect(bench.streams.isDrained)
  }

  @Test(arguments: [(Fault.close, "close"), (.disconnect, "disconnect"), (.garbage, "garbage")])
  func inputAfterTheEndIsIgnored(fault: Fault, name: String) {
    _ = bench.request(1)
    _ = bench.reply(.slow(milliseconds: 5), to: 1)
    #expect(bench.reply(fault, nil, to: 3) == [name])
    #expect(bench.streams.isOver)
    #expect(bench.request(5) == [])
    #expect(bench.delayEnded(1) == [])
  }

  @Test func faultsAtTheStart() {
    for (fault, expected) in [
      (Fault.goAway(.later), ["goaway 0"]), (.close, ["close"]), (.garbage, ["garbage"]), (.silence, []),
      (.settings(maxConcurrentStreams: 7), []),
    ] {
      let bench = StreamsBench()
      #expect(bench.begin(with: fault) == expected)
      #expect(bench.streams.isDrained == (expected == ["goaway 0"]))
    }
  }
}
