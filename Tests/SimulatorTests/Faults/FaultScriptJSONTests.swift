import Foundation
import Testing
import Wire

@testable import Simulator

@Suite struct FaultScriptJSONTests {
  @Test func everyFaultIsRead() throws {
    let script = try FaultScript(
      json: """
        {"seed": 7, "steps": [
          {"requests": 100},
          {"requests": 2, "faults": [
            {"fault": "answer", "status": 410, "reason": "Unregistered", "age_seconds": 60, "retry_after_seconds": 5, "share": 0.5}]},
          {"requests": 3, "faults": [{"fault": "slow", "milliseconds": 20}]},
          {"requests": 4, "faults": [{"fault": "silence", "arrives": true}]},
          {"requests": 5, "faults": [{"fault": "reset", "code": "REFUSED_STREAM", "share": 0.25},
                                     {"fault": "reset", "code": "INTERNAL_ERROR", "share": 0.75}]},
          {"requests": 6, "faults": [{"fault": "goaway", "gives_up": "later"}]},
          {"requests": 7, "faults": [{"fault": "goaway", "gives_up": "none"}]},
          {"requests": 8, "faults": [{"fault": "close"}]},
          {"connections": 9, "faults": [{"fault": "disconnect"}]},
          {"connections": "all", "faults": [{"fault": "garbage"}]},
          {"requests": "all", "faults": [{"fault": "settings", "max_concurrent_streams": 1}]}]}
        """)
    let answer = FaultAnswer(status: 410, reason: "Unregistered", ageSeconds: 60, retryAfterSeconds: 5)
    let expected = FaultScript(
      seed: 7,
      steps: [
        .init(count: 100, faults: []), .init(count: 2, faults: [.init(.answer(answer), share: 0.5)]),
        .init(count: 3, faults: [.init(.slow(milliseconds: 20))]),
        .init(count: 4, faults: [.init(.silence, arrives: true)]),
        .init(
          count: 5, faults: [.init(.reset(.refusedStream), share: 0.25), .init(.reset(.internalError), share: 0.75)]),
        .init(count: 6, faults: [.init(.goAway(.later))]), .init(count: 7, faults: [.init(.goAway(.none))]),
        .init(count: 8, faults: [.init(.close)]), .init(.connections, count: 9, faults: [.init(.disconnect)]),
        .init(.connections, count: nil, faults: [.init(.garbage)]),
        .init(count: nil, faults: [.init(.settings(maxConcurrentStreams: 1))]),
      ])
    #expect(script == expected)
    // The shown script can be played again.
    let shown = try #require(jsonValue(Array(FaultPlayer(script).json.utf8))?.object)
    #expect(shown.keys == ["seed", "steps", "requests", "connections", "played"])
    let end = try #require(FaultPlayer(script).json.range(of: #","requests":0,"connections":0"#))
    #expect(try FaultScript(json: FaultPlayer(script).json[..<end.lowerBound] + "}") == expected)
  }

  @Test(arguments: [
    ("{", "The script is not JSON"),
    ("[]", "Expected an object"),
    ("{}", "steps: Expected a list of steps"),
    (#"{"steps":[],"sed":1}"#, "sed: Unknown field: expected one of seed, steps"),
    (#"{"steps":[],"seed":-1}"#, "seed: Expected a whole number of 0 or more"),
    (#"{"steps":[7]}"#, "steps[0]: Expected an object"),
    (#"{"steps":[{}]}"#, #"steps[0]: Expected either "requests" or "connections": how many the step lasts"#),
    (
      #"{"steps":[{"requests":1,"connections":1}]}"#,
      #"steps[0]: Expected either "requests" or "connections": how many the step lasts"#
    ),
    (#"{"steps":[{"requests":1},{"requests":0}]}"#, "steps[1].requests: Expected a whole number of 1 or more"),
    (#"{"steps":[{"requests":"some"}]}"#, "steps[0].requests: Expected a whole number of 1 or more"),
    (#"{"steps":[{"requests":1,"faults":{}}]}"#, "steps[0].faults: Expected a list of faults"),
    (
      #"{"steps":[{"requests":1,"faults":[{"fault":"explode"}]}]}"#,
      "steps[0].faults[0].fault: Expected answer, slow, silence, reset, goaway, close, disconnect, garbage or settings"
    ),
    (
      #"{"steps":[{"requests":1,"faults":[{"fault":"answer","status":200,"reason":"x"}]}]}"#,
      "steps[0].faults[0].status: Expected a whole number from 400 to 599"
    ),
    (
      #"{"steps":[{"requests":1,"faults":[{"fault":"answer","status":500}]}]}"#,
      "steps[0].faults[0].reason: Expected a text"
    ),
    (
      #"{"steps":[{"requests":1,"faults":[{"fault":"reset","code":"CANCEL"}]}]}"#,
      "steps[0].faults[0].code: Expected REFUSED_STREAM or INTERNAL_ERROR"
    ),
    (
      #"{"steps":[{"requests":1,"faults":[{"fault":"close","share":0}]}]}"#,
      "steps[0].faults[0].share: Expected a number above 0 and up to 1"
    ),
    (
      #"{"steps":[{"requests":1,"faults":[{"fault":"close","code":"x"}]}]}"#,
      "steps[0].faults[0].code: Unknown field: expected one of arrives, fault, share"
    ),
    (
      #"{"steps":[{"requests":1,"faults":[{"fault":"close","arrives":1}]}]}"#,
      "steps[0].faults[0].arrives: Expected true or false"
    ),
    (
      #"{"steps":[{"requests":1,"faults":[{"fault":"slow","milliseconds":5,"arrives":true}]}]}"#,
      "steps[0].faults[0].arrives: slow keeps the answer: the notification arrives anyway. Leave it out"
    ),
    (
      #"{"steps":[{"requests":1,"faults":[{"fault":"close","share":0.6},{"fault":"silence","share":0.6}]}]}"#,
      "steps[0].faults: The shares add up to more than 1"
    ),
    (
      #"{"steps":[{"connections":1,"faults":[{"fault":"slow","milliseconds":5}]}]}"#,
      "steps[0].faults[0]: slow needs a request: use it in a step of requests"
    ),
  ])
  func errorsNameTheirPlace(text: String, expected: String) {
    let error = #expect(throws: FaultScriptError.self) { try FaultScript(json: text) }
    #expect(error?.description == expected)
  }
}
