import Edge
import Foundation
import NIOCore
import Testing

@testable import Host

/// What is stored of a function that fails, on either engine.
@Suite(.timeLimit(.minutes(10))) struct IdempotentErrorTests {
  @Test(arguments: [("typed", 409), ("own 503", 503)])
  func anErrorIsAnAnswer(_ note: String, _ status: Int) async throws {
    try await SharedHosts.run { (host) async throws in
      let first = try await host.call("fail", note, key: "k")
      #expect(first.status == status)
      #expect(first.body.contains("run 1"))
      let again = try await host.call("fail", note, key: "k")
      #expect(again.isReplayed)
      #expect(again.status == status)
      #expect(again.body == first.body)
      #expect(again["retry-after"] == first["retry-after"])
      #expect(again["sb-error-code"] == first["sb-error-code"])
      #expect(host.effects.runs.value == 1)
      // As without a key: a transaction that had ended stays, one that failed is undone.
      #expect(try await host.notes() == ["kept"])
    }
  }

  @Test(arguments: ["unknown", "discard"]) func anUnexpectedErrorUndoesAllChanges(_ note: String) async throws {
    try await SharedHosts.run { (host) async throws in
      let first = try await host.call("fail", note, key: "k")
      #expect(first.verdict == "500 EDGE_FUNCTION_ERROR")
      let again = try await host.call("fail", note, key: "k")
      #expect(again.verdict == "500 EDGE_FUNCTION_ERROR")
      #expect(again.isReplayed)
      #expect(again.body == first.body)
      #expect(host.effects.runs.value == 1)
      #expect(try await host.notes().isEmpty)
      #expect(try await host.keys() == 1)
    }
  }

  @Test(arguments: [("busy", 503), ("retry", 503), ("too large", 500)])
  func theHostsErrorsAreNotStored(_ note: String, _ status: Int) async throws {
    try await SharedHosts.run { (host) async throws in
      for run in 1...2 {
        let answer = try await host.call("fail", note, key: "k")
        #expect(answer.status == status)
        #expect(!answer.isReplayed)
        #expect(host.effects.runs.value == run)
      }
      #expect(try await host.notes().isEmpty)
      #expect(try await host.keys() == 0)
    }
  }

  @Test func aFunctionsOwnLimitIsNotStored() async throws {
    try await SharedHosts.run { (host) async throws in
      for run in 1...2 {
        let answer = try await host.call("fail", "own 429", key: "k")
        #expect(answer.status == 429)
        #expect(answer.body.contains("run \(run)"))
      }
      // What counts calls goes on counting.
      #expect(try await host.notes() == ["kept", "kept"])
      #expect(try await host.keys() == 0)
    }
  }

  @Test func aStreamedAnswerUndoesTheCall() async throws {
    try await SharedHosts.run { (host) async throws in
      let answer = try await host.send(
        "/functions/v1/raw", key: "k", token: nil, body: RequestBody(ByteBuffer(string: "stream")))
      #expect(answer.verdict == "500 IDEMPOTENT_ANSWER_TOO_LARGE")
      #expect(try await host.notes().isEmpty)
      let plain = try await host.send(
        "/functions/v1/raw", key: nil, token: nil, body: RequestBody(ByteBuffer(string: "stream")))
      #expect((plain.status, plain.body) == (200, "s"))
    }
  }

  @Test func aBodyThatDoesNotDecodeIsAnswered() async throws {
    try await SharedHosts.run { (host) async throws in
      func send(_ body: String) async throws -> Answer {
        try await host.send(
          "/functions/v1/record", key: "k", token: try host.token(), body: RequestBody(ByteBuffer(string: body)))
      }
      #expect(try await send("{}").status == 400)
      #expect(try await send("{}").isReplayed)
      #expect(try await send(#"{"note":"a"}"#).status == 422)
    }
  }

  @Test func backgroundWorkBeginsWithTheCommit() async throws {
    try await SharedHosts.run { (host) async throws in
      let work = Task { await host.hosts[0].background.run() }
      for note in ["nothing", "nothing", "unknown", "busy", "too large"] {
        _ = try await host.call("fail", note, key: note)
      }
      #expect(try await host.call("fail", "typed", key: nil).status == 409)
      host.hosts[0].background.finish()
      await work.value
      // Once for the call that was committed, and once for the one without a key.
      #expect(host.effects.background.value == 2)
    }
  }
}
