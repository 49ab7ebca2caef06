import Edge
import Foundation
import SwiftletTesting
import Testing

@Suite struct UsernameTests {
  @Test func aNameIsStoredChangedAndRemoved() async throws {
    try await withApps { host in
      let user = UUID()
      for name: JSONValue in ["Anna", "Änna 🦊", .null, "Anna"] {
        let stored = Answer(200, ["success": true, "username": name])
        #expect(try await host.call("set_username", by: user, ["username": name]) == stored)
        #expect(try await host.rpc("set_username", by: user, ["p_username": name]) == stored)
        let row = try #require(try await host.database.first("SELECT username FROM users WHERE id = \(user)"))
        #expect(try row.get("username", as: String?.self) == name.string)
      }
    }
  }

  @Test func spacesAroundANameAreNotPartOfIt() async throws {
    try await withApps { host in
      let answer = try await host.call("set_username", by: UUID(), ["username": "  Anna\n"])
      #expect(answer == Answer(200, ["success": true, "username": "Anna"]))
      // The second text has the letter and the accent as two characters.
      #expect(try await host.call("set_username", by: UUID(), ["username": "Zoë"]).status == 200)
      #expect(try await host.call("set_username", by: UUID(), ["username": "Zoe\u{308}"]).status == 409)
    }
  }

  @Test func malformedNamesAreRefused() async throws {
    try await withApps { host in
      let names: [JSONValue] = [
        "", "   ", .string(String(repeating: "a", count: 31)), "a\u{0}b", "a\nb", "\u{202E}nna", "a\u{200B}b", 7, true,
        .string("a" + String(repeating: "\u{301}", count: 200)),
      ]
      for name in names {
        let answer = try await host.call("set_username", by: UUID(), ["username": name])
        #expect((answer.status, answer.code) == (400, "VALIDATION_ERROR"), "\(name)")
      }
      #expect(try await host.call("set_username", by: UUID(), [:]).code == "VALIDATION_ERROR")
      #expect(try await host.call("set_username", as: .anon, json: ["username": "Anna"]).status == 401)
      #expect(try await host.count("SELECT count(*) FROM users") == 0)
    }
  }

  /// A joiner, selectors, a grapheme joiner, tags, fillers, a sign of braille without dots, marks of direction and a
  /// sign for private use.
  static let invisibleNames = [
    "bo\u{200D}ss", "bo\u{FE0F}ss", "bo\u{FE0E}ss", "bo\u{34F}ss", "bo\u{E0062}\u{E007F}ss", "\u{3164}",
    "\u{2800}", "bo\u{2800}ss", "\u{115F}\u{1160}", "bo\u{AD}ss", "7\u{FE0F}", "7\u{200D}", "🦊\u{FE0F}",
    "🦊\u{200D}", "🦊\u{200D}a", "❤\u{FE0F}\u{FE0F}", "❤\u{FE0F}\u{200D}", "\u{FE0F}❤", "🦊\u{200D}\u{200D}🦊",
    "bo\u{200B}ss", "bo\u{61C}ss", "\u{202E}nna", "bo\u{E000}ss", "bo\u{F0000}ss", "bo\u{FEFF}ss", "bo\u{2029}ss",
  ]

  @Test func invisibleCharactersAreRefused() async throws {
    try await withApps { host in
      for name in Self.invisibleNames {
        let answer = try await host.call("set_username", by: UUID(), ["username": .string(name)])
        let scalars = name.unicodeScalars.map { String($0.value, radix: 16) }
        #expect((answer.status, answer.code) == (400, "VALIDATION_ERROR"), "\(scalars)")
      }
    }
  }

  /// A heart and one on fire, an astronaut with a skin tone, two flags, a thumb, and letters with marks.
  @Test func emojiAreVisible() async throws {
    try await withApps { host in
      let names = [
        "Anna \u{2764}\u{FE0F}", "\u{2764}\u{FE0F}\u{200D}\u{1F525}", "\u{1F469}\u{1F3FD}\u{200D}\u{1F680}",
        "\u{1F3F3}\u{FE0F}\u{200D}\u{1F308}", "\u{1F1E9}\u{1F1EA}", "\u{1F44D}\u{1F3FD}", "नमस्ते", "יוֹסֵף",
      ]
      for name in names {
        let stored = Answer(200, ["success": true, "username": .string(name.precomposedStringWithCanonicalMapping)])
        let answer = try await host.call("set_username", by: UUID(), ["username": .string(name)])
        #expect(answer == stored, "\(name)")
      }
    }
  }

  @Test func oneOfTwentyFourCallersGetsAName() async throws {
    try await withApps(connections: 8) { host in
      let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
        for _ in 0..<24 {
          group.addTask { try await host.call("set_username", by: UUID(), ["username": "Anna"]) }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(answers.filter { $0.status == 200 }.count == 1)
      #expect(answers.filter { $0.status == 409 && $0.code == "CONFLICT" }.count == 23)
      #expect(try await host.count("SELECT count(*) FROM users WHERE username = 'Anna'") == 1)
    }
  }
}
