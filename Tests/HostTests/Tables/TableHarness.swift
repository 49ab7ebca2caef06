import Edge
import Foundation
import NIOCore
import Synchronization

@testable import Host

/// Notes in memory, with functions and routes of the kinds that apps have.
final class NoteTable: Sendable {
  struct Note: Codable, Sendable {
    var id: Int
    var text: String
    var isDone: Bool?
    var rank: Double?

    enum CodingKeys: String, CodingKey {
      case id, text
      case isDone = "is_done"
      case rank
    }
  }

  struct Change: Codable, Sendable {
    var noteID: String
    var text: String?

    enum CodingKeys: String, CodingKey {
      case text
      case noteID = "note_id"
    }
  }

  private struct Filter: Codable, Sendable {
    var done: Bool?
    var author: String?
  }

  private let notes: Mutex<[Note]>
  private let seen = Mutex<[JSONObject]>([])

  init(_ notes: [Note] = []) { self.notes = Mutex(notes) }

  /// The inputs of the writing functions.
  var inputs: [JSONObject] { seen.withLock { $0 } }

  private func note(_ input: JSONObject) { seen.withLock { $0.append(input) } }

  var routes: [TableRoute] {
    let create = Function("create_note", access: .user) { [self] (input: JSONObject, _) -> Note in
      note(input)
      guard let text = input["text"]?.string else { throw FunctionError.validation("A note needs a text") }
      return Note(id: 1, text: text)
    }
    let list = Function("notes", access: .user) { [self] (filter: Filter, _) in
      notes.withLock { $0.filter { filter.done == nil || $0.isDone == filter.done } }
    }
    let change = Function("change_note", access: .user) { [self] (change: Change, _) -> Note in
      note(["note_id": .string(change.noteID), "text": change.text.map { .string($0) } ?? .null])
      guard let id = Int(change.noteID) else {
        throw FunctionError(
          status: .notFound, code: "NOTE_NOT_FOUND", message: "There is no such note", details: ["a": 1])
      }
      return Note(id: id, text: change.text ?? "")
    }
    let remove = Function("remove_note", access: .user) { (change: Change, _) in
      Int(change.noteID).map { [Note(id: $0, text: "gone")] } ?? []
    }
    let share = Function("share_note", access: .user) { (input: RawJSON, _) in input }
    return [
      .insert("notes", create), .select("notes", optional: ["is_done": .boolean("done"), "author": "author"], list),
      .update("notes", filters: ["id": "note_id"], change), .delete("notes", filters: ["id": "note_id"], remove),
      .call("notes/{note_id}/share", share), .call("notes/share", share),
    ]
  }
}

/// Stands for the project's PostgREST: says what reached it.
struct Elsewhere: PathHandler {
  let name = "rest"
  let answersPreflights = false

  func respond(to request: PathRequest) async -> Response {
    .text("\(request.request.method.rawValue) \(request.request.path)", status: .init(code: 299))
  }
}

/// Runs a test with the routes of notes, behind which is another server.
func withNotes(
  _ table: NoteTable = NoteTable(), configure: (inout HostConfiguration) -> Void = { _ in },
  _ test: (Harness, _ token: String) async throws -> Void
) async throws {
  var paths = PathHandlers()
  paths.byPrefix = [("/rest/v1", Elsewhere())]
  try await withHarness(routes: table.routes, paths: paths, configure: configure) {
    try await test($0, try $0.token())
  }
}

extension Harness {
  /// Sends a request to a table.
  func table(
    _ method: HTTPRequest.Method, _ target: String, token: String?, prefer: String? = nil, accept: String? = nil,
    _ body: String = ""
  ) async throws -> Answer {
    var headers: HTTPFields = [:]
    headers[.prefer] = prefer
    headers[.accept] = accept
    return try await send(
      method, "/rest/v1/\(target)", headers: headers, token: token, body: RequestBody(ByteBuffer(string: body)))
  }
}
