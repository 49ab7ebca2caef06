import Foundation
import Swiftlet
import SwiftletTesting
import Testing

@testable import Notes

@Suite struct NotesTests {
  private let ada = UUID()
  private let bob = UUID()

  private func makeHost() async throws -> TestHost {
    try await TestHost(functions: functions, routes: routes, migrations: [migrations])
  }

  @Test func aUserSeesTheirOwnNotes() async throws {
    try await makeHost().test { host in
      let added = try await host.call("add_note", as: .user(ada), json: NewNote(id: UUID(), text: "Buy milk"))
      #expect(added.status == 200)
      #expect(try await host.call("notes", as: .user(ada)).decode([Note].self) == [try added.decode()])
      #expect(try await host.call("notes", as: .user(bob)).decode([Note].self).isEmpty)
    }
  }

  @Test func aNoteThatIsSentTwiceIsThereOnce() async throws {
    try await makeHost().test { (host) async throws in
      let note = NewNote(id: UUID(), text: "Buy milk")
      for _ in 0..<2 { #expect(try await host.call("add_note", as: .user(ada), json: note).status == 200) }
      #expect(try await host.call("notes", as: .user(ada)).decode([Note].self).count == 1)
      #expect(try await host.call("add_note", as: .user(bob), json: note).status == 409)
    }
  }

  @Test func aNoteOfAnotherUserIsNotThereToDelete() async throws {
    try await makeHost().test { host in
      let note = NewNote(id: UUID(), text: "Buy milk")
      _ = try await host.call("add_note", as: .user(ada), json: note)
      let reference = NoteReference(id: note.id)
      #expect(try await host.call("delete_note", as: .user(bob), json: reference).status == 404)
      #expect(try await host.call("delete_note", as: .user(ada), json: reference).status == 204)
    }
  }

  @Test func theTableIsAnsweredByTheFunctions() async throws {
    try await makeHost().test { host in
      let note = NewNote(id: UUID(), text: "Buy milk")
      let table = "/rest/v1/notes"
      let added = try await host.request(.post, table, as: .user(ada), body: try Wire.encode(note))
      #expect(added.status == 201)
      #expect(try await host.request(.get, table, as: .user(ada)).decode([Note].self).map(\.id) == [note.id])
      #expect(try await host.request(.get, table, as: .user(bob)).decode([Note].self).isEmpty)
      let target = "\(table)?id=eq.\(note.id)"
      #expect(try await host.request(.delete, target, as: .user(bob)).status == 404)
      #expect(try await host.request(.delete, target, as: .user(ada)).status == 204)
    }
  }

  @Test func textIsBoundAndBounded() async throws {
    try await makeHost().test { host in
      let text = "'); DROP TABLE notes; --"
      _ = try await host.call("add_note", as: .user(ada), json: NewNote(id: UUID(), text: text))
      #expect(try await host.call("notes", as: .user(ada)).decode([Note].self).map(\.text) == [text])
      for text in ["", String(repeating: "a", count: 2001)] {
        #expect(try await host.call("add_note", as: .user(ada), json: NewNote(id: UUID(), text: text)).status == 400)
      }
      #expect(try await host.call("add_note", as: .anon, json: NewNote(id: UUID(), text: "a")).status == 401)
    }
  }
}
