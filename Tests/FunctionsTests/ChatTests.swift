import Edge
import Foundation
import SwiftletTesting
import Testing

@Suite struct ChatTests {
  private let messages: JSONValue = [["role": "user", "text": "Is it a ghost? 👻"], ["role": "guide", "text": "No."]]

  @Test func aChatIsSavedAndReadAgain() async throws {
    let clock = SteppingClock()
    try await withApps(clock: clock.wall) { host in
      let user = UUID()
      let riddle = try await host.riddle(releasedIn: 0)
      let none: JSONValue = ["id": .null, "riddle_id": riddle, "messages": [], "updated_at": .null]
      #expect(try await host.call("get_chat", by: user, ["riddle_id": riddle]) == Answer(200, none))

      let saved = try await host.call("save_chat", by: user, ["riddle_id": riddle, "messages": messages])
      let id = try #require(saved.json?["id"])
      func chat(_ messages: JSONValue, _ time: String) -> Answer {
        Answer(
          200,
          ["id": id, "riddle_id": riddle, "messages": messages, "updated_at": .string("2026-03-01T\(time).000Z")])
      }
      #expect(saved == chat(messages, "12:00:00"))
      clock.advance(by: 60)
      #expect(
        try await host.rpc("save_chat", by: user, ["p_riddle_id": riddle, "p_messages": []]) == chat([], "12:01:00"))
      #expect(try await host.rpc("get_chat", by: user, ["p_riddle_id": riddle]) == chat([], "12:01:00"))
      let read = try await host.request(
        .get, "/rest/v1/rpc/get_chat?p_riddle_id=\(try #require(riddle.double.map(Int.init)))", as: .user(user))
      #expect(try Answer(read) == chat([], "12:01:00"))
      // Another user's chat about the same riddle is another chat.
      #expect(try await host.call("get_chat", by: UUID(), ["riddle_id": riddle]) == Answer(200, none))
      #expect(try await host.count("SELECT count(*) FROM chats") == 1)
    }
  }

  @Test func onlyReleasedRiddlesHaveChats() async throws {
    try await withApps { host in
      for riddle in [try await host.riddle(releasedIn: 1), 0, -1, .integer(.max)] {
        for (name, input) in [
          ("get_chat", ["riddle_id": riddle]), ("save_chat", ["riddle_id": riddle, "messages": messages]),
        ] as [(String, JSONValue)] {
          let answer = try await host.call(name, by: UUID(), input)
          #expect((answer.status, answer.code) == (404, "RIDDLE_NOT_FOUND"), "\(name) \(riddle)")
        }
      }
      #expect(try await host.count("SELECT count(*) FROM chats") == 0)
    }
  }

  @Test func malformedMessagesAreRefused() async throws {
    try await withApps { host in
      let riddle = try await host.riddle(releasedIn: 0)
      let deep = (0..<17).reduce(JSONValue.integer(1)) { inner, _ in ["a": inner] }
      let refused: [JSONValue] = [
        "text", ["a": 1], ["text"], [1], [.null], [["text": "a\u{0}"]], [["a\u{0}": 1]], [deep],
        .array(Array(repeating: ["a": 1], count: 501)), [["text": .string(String(repeating: "a", count: 65_536))]],
      ]
      for messages in refused {
        let answer = try await host.call("save_chat", by: UUID(), ["riddle_id": riddle, "messages": messages])
        #expect((answer.status, answer.code) == (400, "VALIDATION_ERROR"))
      }
      for input: JSONValue in [[:], ["riddle_id": riddle], ["messages": []], ["riddle_id": "x", "messages": []]] {
        #expect(try await host.call("save_chat", by: UUID(), input).status == 400)
      }
      #expect(try await host.call("save_chat", as: .anon, json: ["riddle_id": riddle]).status == 401)
      #expect(try await host.call("get_chat", as: .withoutToken, json: ["riddle_id": riddle]).status == 401)
      let many: JSONValue = .array(Array(repeating: ["a": 1], count: 500))
      #expect(try await host.call("save_chat", by: UUID(), ["riddle_id": riddle, "messages": many]).status == 200)
    }
  }

  /// The answer has the messages, and is kept for the key.
  @Test func aChatOfTheMostBytesIsSavedWithAKey() async throws {
    try await withApps { host in
      let user = UUID()
      let riddle = try await host.riddle(releasedIn: 0)
      let empty = #"[{"text":""}]"#.utf8.count
      let field = try #require(HTTPField.Name("Idempotency-Key"))
      for (bytes, status) in [(65_000, 200), (65_001, 400)] {
        let messages: JSONValue = [["text": .string(String(repeating: "a", count: bytes - empty))]]
        let input: JSONValue = ["riddle_id": riddle, "messages": messages]
        for _ in 0..<2 {
          let answer = try await host.request(
            .post, "/functions/v1/save_chat", as: .user(user),
            headers: [.contentType: "application/json", field: "key-\(bytes)"],
            body: try Wire.encode(input))
          #expect(answer.status == status, "\(answer.text.prefix(200))")
          if status == 200 { #expect(try answer.json["messages"] == messages) }
        }
      }
      #expect(try await host.count("SELECT count(*) FROM chats") == 1)
    }
  }

  /// Numbers that `jsonb` writes with hundreds of digits, and such as its constraint refuses.
  @Test(arguments: [[1.2e308], [.leastNonzeroMagnitude], Array(repeating: 1e300, count: 300)])
  func numbersThatTheTableCannotHoldAreRefused(numbers: [Double]) async throws {
    try await withApps { host in
      let chat: JSONValue = [["numbers": .array(numbers.map { .number($0) })]]
      let riddle = try await host.riddle(releasedIn: 0)
      let answer = try await host.call("save_chat", by: UUID(), ["riddle_id": riddle, "messages": chat])
      #expect((answer.status, answer.code) == (400, "VALIDATION_ERROR"))
    }
  }

  /// The chats differ by one byte in each message. Each has less than 65,000 bytes, and the larger one has more than
  /// 65,536 as `jsonb` writes it.
  @Test func aChatOfTheMostMessagesIsBoundedByItsSizeInTheTable() async throws {
    try await withApps { host in
      let riddle = try await host.riddle(releasedIn: 0)
      for (length, status) in [(100, 200), (101, 400)] {
        let message: JSONValue = ["role": "user", "text": .string(String(repeating: "a", count: length))]
        let chat: JSONValue = .array(Array(repeating: message, count: 500))
        try #require(try Wire.encode(chat).count < 65_000)
        let answer = try await host.call("save_chat", by: UUID(), ["riddle_id": riddle, "messages": chat])
        #expect(answer.status == status)
        if status == 400 {
          #expect(answer.json?["error"]?["message"]?.string?.contains("65536 bytes") == true, "\(answer)")
        }
      }
    }
  }

  @Test func twentyFourCallsAtOnceMakeOneChat() async throws {
    try await withApps(connections: 8) { host in
      let user = UUID()
      let riddle = try await host.riddle(releasedIn: 0)
      let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
        for number in 0..<24 {
          let input: JSONValue = ["riddle_id": riddle, "messages": [["n": .integer(Int64(number))]]]
          group.addTask { try await host.call("save_chat", by: user, input) }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(answers.allSatisfy { $0.status == 200 })
      #expect(Set(answers.compactMap { $0.json?["id"] }).count == 1)
      #expect(try await host.count("SELECT count(*) FROM chats") == 1)
    }
  }

  @Test func aDeletedUserTakesChatsAndScoresAlong() async throws {
    try await withApps { host in
      let user = UUID()
      let riddle = try await host.riddle(releasedIn: 0)
      let input: JSONValue = ["riddle_id": riddle, "messages": messages]
      #expect(try await host.call("save_chat", by: user, input).status == 200)
      #expect(try await host.call("save_score", by: user, ["riddle_id": riddle, "score": 7]).status == 200)
      // On Postgres the rows refer to the user of sign-in.
      let users: SQL = host.database.dialect == .postgres ? "auth.users" : "users"
      try await host.database.execute("DELETE FROM \(users) WHERE id = \(user)")
      #expect(try await host.count("SELECT count(*) FROM chats") == 0)
      #expect(try await host.count("SELECT count(*) FROM scores") == 0)
    }
  }
}
