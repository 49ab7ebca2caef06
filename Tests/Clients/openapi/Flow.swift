// Calls a host by the generated client. `test_openapi.py` compiles it with the client, and with `Calls.swift`, which it
// writes.

import Foundation

@main struct Flow {
  static func main() async throws {
    let arguments = CommandLine.arguments
    switch arguments[1] {
    case "everything": try await callEverything(client(arguments[2], token: arguments[3]))
    case "match": try await match(client(arguments[2], token: arguments[3]), client(arguments[2], token: arguments[4]))
    case "again": try await again(client(arguments[2], token: arguments[3]))
    case "lost": try await lost(client(arguments[2], token: arguments[3]))
    default: throw Wrong("unknown flow")
    }
    print("done")
  }

  private static func client(_ url: String, token: String) throws -> SwiftletClient {
    guard let url = URL(string: url) else { throw Wrong("no URL") }
    return SwiftletClient(baseURL: url) { token }
  }

  /// Two users find a match. A repeated call with one key is one call, and an error has its code.
  private static func match(_ ada: SwiftletClient, _ bob: SwiftletClient) async throws {
    guard let category = try await ada.categories().first else { throw Wrong("no category") }
    let (key, input) = (UUID(), SwiftletClient.NewSession(categoryID: category.id, quorumN: 2))
    let session = try await ada.createSession(input, idempotencyKey: key)
    try check(try await ada.createSession(input, idempotencyKey: key) == session, "a second session")
    let joined = try await bob.joinSession(.init(inviteCode: session.inviteCode))
    try check(joined.sessionID == session.sessionID, "another session")
    let options = try await bob.sessionOptions(.init(sessionID: session.sessionID))
    guard let option = options.first?.options else { throw Wrong("no option") }
    let like = SwiftletClient.Like(sessionID: session.sessionID, optionID: option.id)
    try check(try await !ada.likeOption(like).matchFound, "a match of one")
    let answer = try await bob.likeOption(like)
    try check(answer.matchFound && answer.matchedOptionID == option.id, "no match")
    do {
      _ = try await bob.likeOption(.init(sessionID: UUID(), optionID: option.id))
      throw Wrong("a like in no session")
    } catch let failure as SwiftletClient.Failure {
      try check(failure.status == 404 && failure.code == .sessionNotFound, "\(failure)")
      try check(failure.message == "Session not found" && failure.requestID != nil, "\(failure)")
    }
  }

  /// A call that the host refuses for a moment is sent again with the same key, one that is not acceptable is not.
  private static func again(_ client: SwiftletClient) async throws {
    let created = try await client.createSession(.init(categoryID: UUID()))
    try check(created.inviteCode == "ABC234", "\(created)")
    do {
      _ = try await client.createSession(.init(categoryID: UUID()))
      throw Wrong("an acceptable call")
    } catch let failure as SwiftletClient.Failure {
      try check(failure.status == 400 && failure.code == .validationError, "\(failure)")
      try check(failure.details?["path"]?.string == "$.category_id", "\(failure)")
    }
  }

  /// A read whose connection ends before the answer is sent again.
  private static func lost(_ client: SwiftletClient) async throws {
    try check(try await client.categories().isEmpty, "a category")
  }

  private static func check(_ isTrue: Bool, _ text: String) throws { if !isTrue { throw Wrong(text) } }

  /// Calls a method, and prints its name with `ok`, or with the error's status and code.
  static func call<Answer>(_ name: String, _ body: () async throws -> Answer) async throws {
    do {
      _ = try await body()
      print("\(name) ok")
    } catch let failure as SwiftletClient.Failure {
      print("\(name) \(failure.status) \(failure.code.rawValue)")
    }
  }

  static func input<Value: Decodable>(_ type: Value.Type, _ json: String) throws -> Value {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return try decoder.decode(type, from: Data(json.utf8))
  }
}

struct Wrong: Error {
  let text: String
  init(_ text: String) { self.text = text }
}
