import Edge
import Foundation
import NIOCore
import Testing

@testable import Host

/// Requests that are sent again with their idempotency key, on either engine.
@Suite(.timeLimit(.minutes(10))) struct IdempotentCallTests {
  /// Its input is decoded on another thread, and its transaction begins with the first statement.
  @Test func aLongBodyIsDecodedApart() async throws {
    try await SharedHosts.run { (host) async throws in
      let body = ByteBuffer(string: #"{"note":"a"}"# + String(repeating: " ", count: 70_000))
      for isReplayed in [false, true] {
        let answer = try await host.send(
          "/functions/v1/record", key: "k", token: try host.token(of: nil), body: RequestBody(body))
        #expect(answer.status == 200)
        #expect(answer.isReplayed == isReplayed)
      }
      #expect(try await host.notes() == ["a"])
    }
  }

  @Test func aRepeatedRequestGetsTheFirstAnswer() async throws {
    try await SharedHosts.run { (host) async throws in
      let first = try await host.call("record", key: "k")
      #expect(first.status == 200)
      #expect(first.done == Effects.Done(note: "a", run: 1))
      #expect(first["idempotent-replayed"] == nil)
      for key in ["k", #""k""#] {
        let again = try await host.call("record", key: key)
        #expect(again.status == 200)
        #expect(again.body == first.body)
        #expect(again.isReplayed)
        #expect(again["content-type"] == "application/json")
        #expect(again["access-control-expose-headers"] == "Idempotent-Replayed")
        #expect(again["sb-request-id"] != first["sb-request-id"])
      }
      #expect(try await host.call("record", key: "k2").done?.run == 2)
      #expect(host.effects.runs.value == 2)
      #expect(try await host.notes() == ["a", "a"])
      #expect(try await host.keys() == 2)
    }
  }

  @Test func withoutAKeyEachRequestRuns() async throws {
    try await SharedHosts.run { (host) async throws in
      for run in 1...2 { #expect(try await host.call("record", key: nil).done?.run == run) }
      // A function that does not say that it is idempotent knows no keys, malformed ones neither.
      for run in 3...4 {
        let answer = try await host.call("plain", key: "not; a key")
        #expect(answer.done?.run == run)
        #expect(!answer.isReplayed)
      }
      #expect(try await host.notes().count == 4)
      #expect(try await host.keys() == 0)
    }
  }

  @Test func aKeyBelongsToItsCallerAndFunction() async throws {
    try await SharedHosts.run { (host) async throws in
      #expect(try await host.call("record", key: "k").done?.run == 1)
      #expect(try await host.call("record", key: "k", user: UUID()).done?.run == 2)
      #expect(try await host.call("fail", "nothing", key: "k").body == #""run 3""#)
      #expect(try await host.call("record", key: "k").isReplayed)
      #expect(host.effects.runs.value == 3)
    }
  }

  @Test func functionsOfOneNameAtOtherRoutesHaveKeysOfTheirOwn() async throws {
    try await SharedHosts.run { (host) async throws in
      let token = try host.token()
      for isAgain in [false, true] {
        for (target, status) in [("/functions/v1/record", 200), ("/rest/v1/rpc/record", 200), ("/rest/v1/notes", 201)] {
          let answer = try await host.send(
            target, key: "k", token: token, body: RequestBody(ByteBuffer(string: #"{"note":"a"}"#)))
          #expect(answer.status == status, "\(target)")
          #expect(answer.isReplayed == isAgain, "\(target)")
        }
      }
      #expect(try await host.notes() == ["a", "a", "a"])
    }
  }

  @Test func aReplayNeedsAValidToken() async throws {
    try await SharedHosts.run { (host) async throws in
      let token = try host.token()
      #expect(try await host.call("record", key: "k").status == 200)
      let body = RequestBody(ByteBuffer(string: #"{"note":"a"}"#))
      #expect(try await host.send("/functions/v1/record", key: "k", token: nil, body: body).status == 401)
      host.clock.advance(by: 3601)
      #expect(try await host.send("/functions/v1/record", key: "k", token: token, body: body).status == 401)
      #expect(try await host.call("record", key: "k").isReplayed)
    }
  }

  @Test func anotherRequestWithTheKeyIsRefused() async throws {
    try await SharedHosts.run { (host) async throws in
      #expect(try await host.call("record", "a", key: "k").status == 200)
      let other = try await host.call("record", "b", key: "k")
      #expect(other.verdict == "422 IDEMPOTENCY_KEY_REUSED")
      let error =
        #""code":"IDEMPOTENCY_KEY_REUSED","message":"This Idempotency-Key was used for another request: send a new one""#
      #expect(other.body == "{\(error),\"error\":{\(error)}}")
      #expect(try await host.call("record", "a", key: "k").isReplayed)
      #expect(try await host.notes() == ["a"])
    }
  }

  @Test(arguments: ["", #""""#, "a b", #""a"#, String(repeating: "k", count: 256)])
  func aMalformedKeyIsRefused(_ key: String) async throws {
    try await SharedHosts.run { (host) async throws in
      #expect(try await host.call("record", key: key).verdict == "400 IDEMPOTENCY_KEY_INVALID")
      #expect(host.effects.runs.value == 0)
    }
  }

  @Test func anAnswerIsKeptForADay() async throws {
    try await SharedHosts.run { (host) async throws in
      #expect(try await host.call("record", key: "k").done?.run == 1)
      host.clock.advance(by: 86_399)
      #expect(try await host.call("record", key: "k").isReplayed)
      host.clock.advance(by: 1)
      #expect(try await host.call("record", "b", key: "k").done == Effects.Done(note: "b", run: 2))
      #expect(try await host.call("record", "b", key: "k").isReplayed)
      #expect(try await host.keys() == 1)
    }
  }

  @Test func aRawFunctionGetsItsBodyWhole() async throws {
    try await SharedHosts.run { (host) async throws in
      @Sendable func chunks(_ texts: [String]) -> RequestBody {
        let rest = Counter()
        return RequestBody {
          defer { rest.increment() }
          return rest.value < texts.count ? ByteBuffer(string: texts[rest.value]) : nil
        }
      }
      func send(_ path: String, _ body: RequestBody) async throws -> Answer {
        try await host.send("/functions/v1/raw\(path)", key: "k", token: nil, body: body)
      }
      let first = try await send("/x", chunks(["he", "llo"]))
      #expect(first.status == 202)
      #expect(first.body == "/x hello 1")
      let again = try await send("/x", RequestBody(ByteBuffer(string: "hello")))
      #expect(again.isReplayed)
      #expect(again.status == 202)
      #expect(again.body == first.body)
      #expect(again["location"] == "/there")
      #expect(again["content-type"] == "text/plain;charset=UTF-8")
      #expect(try await send("/y", chunks(["hello"])).status == 422)
      #expect(try await send("/x", chunks(["hell"])).status == 422)
      #expect(try await host.notes() == ["hello"])
    }
  }

  @Test func databaseFunctionsAndTablesKnowKeys() async throws {
    try await SharedHosts.run { (host) async throws in
      func send(_ target: String, _ note: String, key: String, headers: HTTPFields = [:]) async throws -> Answer {
        try await host.send(
          target, key: key, token: try host.token(), body: RequestBody(ByteBuffer(string: #"{"note":"\#(note)"}"#)),
          headers: headers)
      }
      #expect(try await send("/rest/v1/rpc/record", "a", key: "k1").body == #"{"note":"a","run":1}"#)
      let again = try await send("/rest/v1/rpc/record", "a", key: "k1")
      #expect(again.body == #"{"note":"a","run":1}"#)
      #expect(again.isReplayed)
      let reused = try await send("/rest/v1/rpc/record", "b", key: "k1")
      #expect(reused.status == 422)
      #expect(reused.body.hasPrefix(#"{"code":"IDEMPOTENCY_KEY_REUSED","message":"#))
      // A table's answer has the form that each request asks for.
      let bare = try await send("/rest/v1/notes", "c", key: "k2")
      #expect((bare.status, bare.body, bare.isReplayed) == (201, "", false))
      let rows = try await send("/rest/v1/notes", "c", key: "k2", headers: [.prefer: "return=representation"])
      #expect((rows.status, rows.body, rows.isReplayed) == (201, #"[{"note":"c","run":2}]"#, true))
      #expect(rows.headers[values: .accessControlExposeHeaders].contains("Idempotent-Replayed"))
      #expect(try await send("/rest/v1/notes", "d", key: "k2").status == 422)
      #expect(try await host.notes() == ["a", "c"])
    }
  }
}
