import Foundation
import Testing

@testable import Simulator

@Suite struct SimulationTests {
  @Test func theFirstValidRequestRaisesTheStreamLimit() throws {
    var bench = Bench()
    #expect(try bench.verdict { $0.topic = nil } == "400 MissingTopic")
    #expect(!bench.connection.isProven)
    #expect(bench.take(try validPush()).maxConcurrentStreams == 1000)
    #expect(bench.take(try validPush()).maxConcurrentStreams == nil)
    bench.reconnect()
    #expect(bench.take(try validPush()).maxConcurrentStreams == 1000)
  }

  @Test func scriptedSettingsOverrideTheRaisedLimit() throws {
    var bench = Bench {
      $0.faults = FaultScript(steps: [.init(count: 1, faults: [.init(.settings(maxConcurrentStreams: 3))])])
    }
    let reply = bench.take(try validPush())
    #expect(reply.maxConcurrentStreams == 3)
    #expect(reply.answer?.status == 200)
    #expect(bench.simulation.arrivals.total == 1)
  }

  @Test func faultsSuppressArrivalsUnlessScripted() throws {
    var bench = Bench {
      $0.faults = FaultScript(steps: [
        .init(count: 1, faults: [.init(.close)]), .init(count: 1, faults: [.init(.close, arrives: true)]),
        .init(count: 1, faults: [.init(.slow(milliseconds: 5))]),
        .init(count: 1, faults: [.init(.silence, arrives: true)]),
      ])
    }
    #expect(bench.take(try validPush()).answer == nil)
    #expect(bench.simulation.arrivals.total == 0)
    #expect(bench.take(try validPush()).answer == nil)
    #expect(bench.simulation.arrivals.total == 1)
    #expect(bench.take(try validPush()).answer?.status == 200)
    #expect(bench.simulation.arrivals.total == 2)
    // An invalid notification never arrives.
    var invalid = try validPush()
    invalid.body = []
    #expect(bench.take(invalid).answer == nil)
    #expect(bench.simulation.arrivals.total == 2)
    #expect(bench.simulation.status.faults == ["close": 2, "slow": 1, "silence": 1])
  }

  @Test func scriptedAnswersHaveApplesFormat() throws {
    let old = FaultAnswer(status: 410, reason: "Unregistered", ageSeconds: 100)
    let busy = FaultAnswer(status: 503, reason: "ServiceUnavailable", retryAfterSeconds: 3)
    var bench = Bench {
      $0.faults = FaultScript(steps: [
        .init(count: 1, faults: [.init(.answer(old))]), .init(count: 1, faults: [.init(.answer(busy), arrives: true)]),
      ])
    }
    let gone = bench.take(try validPush()).answer
    #expect(gone?.status == 410)
    #expect(gone?.body == #"{"reason":"Unregistered","timestamp":\#((noon - 100) * 1000)}"#)
    #expect(gone?.id == "8a5b9e0e-6c1b-4a75-9c3b-0d6f4a1e2b3c")
    let later = bench.take(try validPush()).answer
    #expect(later?.body == #"{"reason":"ServiceUnavailable"}"#)
    #expect(later?.retryAfter == 3)
    #expect(bench.simulation.arrivals.total == 1)
    #expect(!bench.connection.isProven || bench.simulation.status.requests == 2)
  }

  @Test func linesAreReadable() throws {
    var bench = Bench()
    #expect(bench.take(try validPush()).lines == ["Push to …abababab (alert): Match: Pizza"])
    var request = try validPush()
    request.body = Array(#"{"aps":{"alert":"Line\nfeed \u001b[2J \u202e"}}"#.utf8)
    #expect(bench.take(request).lines == ["Push to …abababab (alert): Line feed  [2J  "])
    request.body = Array(#"{"aps":{"content-available":1}}"#.utf8)
    #expect(bench.take(request).lines == ["Push to …abababab (alert)"])
    request.priority = "7"
    #expect(bench.take(request).lines == ["Refused 400 BadPriority: apns-priority is 10, 5 or 1, not 7"])
    var quiet = Bench { $0.lines = .none }
    #expect(quiet.take(try validPush()).lines == [])
  }

  @Test func requestsAreCountedByResult() throws {
    var bench = Bench()
    bench.take(try validPush())
    _ = try bench.verdict { $0.topic = nil }
    _ = try bench.verdict { $0.topic = nil }
    bench.reconnect()
    bench.simulation.close()
    bench.simulation.countResets(4)
    #expect(
      bench.simulation.status.json == """
        {"connections":2,"open_connections":1,"requests":3,"accepted":1,"rejected":{"MissingTopic":2},"faults":{},\
        "rst_streams":4}
        """)
  }
}
