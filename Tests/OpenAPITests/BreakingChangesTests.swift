import Edge
import Testing

@testable import OpenAPI

@Suite struct BreakingChangesTests {
  @Test func nothingBreaksWhatStays() throws {
    #expect(try changes(operation(), operation()) == [])
  }

  @Test func whatIsAddedBreaksNothing() throws {
    #expect(
      try changes(
        operation(input: [.required("a", .integer)], output: [.required("b", .string)]),
        operation(
          input: [.required("a", .number), .optional("more", .string)],
          output: [.required("b", .choice("x", "y")), .required("more", .string)], access: .anyone)) == [])
  }

  @Test func aRemovedFunction() throws {
    let old = try ParsedDocument(APIDocument(title: "t", version: "1", operations: [operation()]).json)
    let new = try ParsedDocument(APIDocument(title: "t", version: "1", operations: []).json)
    #expect(BreakingChanges(from: old, to: new).changes == ["POST /functions/v1/f: it is gone"])
  }

  @Test(
    arguments: [
      ([.optional("a", .string)], [.required("a", .string)], "input.a is required now"),
      ([], [.required("a", .string)], "input.a is required now"),
      ([.required("a", .string)], [.required("a", .integer)], "input.a was string, is integer (int64) now"),
      ([.required("a", .string)], [.required("a", .uuid)], "input.a was string, is string (uuid) now"),
      ([.required("a", .any)], [.required("a", .uuid)], "input.a was any value, is string (uuid) now"),
      ([.required("a", .choice("x", "y"))], [.required("a", .choice("x"))], "input.a does not take \"y\" any more"),
      ([.required("a", .string)], [.required("a", .choice("x"))], "input.a takes only some strings now: x"),
      ([.required("a", .string.nullable)], [.required("a", .string)], "input.a may not be null any more"),
      (
        [.required("a", .array(of: .object("M.Row", .optional("b", .string))))],
        [.required("a", .array(of: .object("M.Row", .required("b", .string))))], "input.a[].b is required now"
      ),
      (
        [.required("a", .dictionary(of: .number))], [.required("a", .dictionary(of: .integer))],
        "input.a.* was number (double), is integer (int64) now"
      ),
      (
        [.required("a", .dictionary(of: .string))], [.required("a", .object("M.Row", .optional("b", .string)))],
        "input.a took any key, takes only b now"
      ),
      (
        [.required("a", .object("M.Row", .required("b", .string)))], [.required("a", .dictionary(of: .integer))],
        "input.a.b was string, is integer (int64) now"
      ),
    ] as [([JSONSchema.Member], [JSONSchema.Member], String)])
  func inputs(_ before: [JSONSchema.Member], _ after: [JSONSchema.Member], _ change: String) throws {
    #expect(try changes(operation(input: before), operation(input: after)) == ["POST /functions/v1/f: \(change)"])
    // The other direction is no narrower, but for a change of type.
    let back = try changes(operation(input: after), operation(input: before))
    #expect(back.isEmpty || change.contains("was string, is integer"))
  }

  @Test(
    arguments: [
      ([.required("a", .string)], [], "output.a is gone"),
      ([.required("a", .string)], [.optional("a", .string)], "output.a may be missing now"),
      ([.required("a", .integer)], [.required("a", .number)], "output.a was integer (int64), is number (double) now"),
      ([.required("a", .string)], [.required("a", .string.nullable)], "output.a may be null now"),
      ([.required("a", .uuid)], [.required("a", .string)], "output.a was string (uuid), is string now"),
      (
        [.required("a", .object("M.Row", .required("b", .string)))], [.required("a", .dictionary(of: .string))],
        "output.a.b is gone"
      ),
    ] as [([JSONSchema.Member], [JSONSchema.Member], String)])
  func outputs(_ before: [JSONSchema.Member], _ after: [JSONSchema.Member], _ change: String) throws {
    #expect(try changes(operation(output: before), operation(output: after)) == ["POST /functions/v1/f: \(change)"])
    #expect(try changes(operation(output: after), operation(output: before)) == [])
  }

  /// Clients read every member as a value of the dictionary.
  @Test func aDictionaryWithMembersOfAnotherType() throws {
    let dictionary: [JSONSchema.Member] = [.required("a", .dictionary(of: .string))]
    let row = JSONSchema.object("M.Row", .required("b", .string), .required("c", .integer))
    let object: [JSONSchema.Member] = [.required("a", row)]
    #expect(
      try changes(operation(output: dictionary), operation(output: object))
        == ["POST /functions/v1/f: output.a.c was string, is integer (int64) now"])
  }

  @Test(arguments: [
    (Repeats.never, Repeats.never, false), (.never, .byKey, false), (.byKey, .byKey, false), (.byKey, .never, true),
    (.byKey, .always, false), (.always, .always, false), (.always, .byKey, true), (.always, .never, true),
  ])
  func repeatedCalls(_ before: Repeats, _ after: Repeats, _ breaks: Bool) throws {
    func repeating(_ repeats: Repeats) -> OpenAPI.Operation {
      var made = operation()
      made.isReadOnly = repeats == .always
      made.isIdempotent = repeats == .byKey
      return made
    }
    let found = try changes(repeating(before), repeating(after))
    #expect(found == (breaks ? ["POST /functions/v1/f: a repeated call takes effect again now"] : []))
  }

  @Test(arguments: [
    (AccessKind.verified, AccessKind.user, true), (.user, .verified, false), (.user, .serviceRole, true),
    (.serviceRole, .anyone, false), (.anyone, .verified, true), (.user, .custom("Owner"), true),
  ])
  func access(_ before: AccessKind, _ after: AccessKind, _ breaks: Bool) throws {
    let found = try changes(operation(access: before), operation(access: after))
    #expect(found == (breaks ? ["POST /functions/v1/f: access was \(before), is \(after) now"] : []))
  }

  @Test func aTokenForAnOpenFunction() throws {
    var closed = operation(access: .anyone)
    closed.needsToken = true
    #expect(try changes(operation(access: .anyone), closed) == ["POST /functions/v1/f: it needs a token now"])
  }

  @Test func anInputThatCouldBeLeftOut() throws {
    var optional = operation()
    optional.isInputRequired = false
    #expect(try changes(optional, operation()) == ["POST /functions/v1/f: it needs an input now"])
    #expect(try changes(operation(), optional) == [])
    var none = operation()
    none.input = .none
    #expect(try changes(none, optional) == [])
    #expect(try changes(none, operation()) == ["POST /functions/v1/f: it needs an input now"])
  }

  @Test func anotherStatusOfSuccess() throws {
    var empty = operation()
    empty.successes = [.init(status: 204, body: .none)]
    #expect(
      try changes(operation(), empty) == ["POST /functions/v1/f: the status of success was 200, is 204 now"])
  }

  private func changes(_ before: OpenAPI.Operation, _ after: OpenAPI.Operation) throws -> [String] {
    let old = try ParsedDocument(APIDocument(title: "t", version: "1", operations: [before]).json)
    let new = try ParsedDocument(APIDocument(title: "t", version: "2", operations: [after]).json)
    return BreakingChanges(from: old, to: new).changes
  }

  private func operation(
    input: [JSONSchema.Member] = [], output: [JSONSchema.Member] = [], access: AccessKind = .user
  ) -> OpenAPI.Operation {
    OpenAPI.Operation(
      id: "f", method: "post", path: "/functions/v1/f", tag: "functions", access: access,
      needsToken: access != .anyone, isReadOnly: false, isIdempotent: false,
      input: .json(JSONSchema(.object(.init(name: "M.In", members: input)))),
      successes: [.init(status: 200, body: .json(JSONSchema(.object(.init(name: "M.Out", members: output)))))],
      errors: [])
  }
}

/// When a repeated call takes effect once.
enum Repeats { case never, byKey, always }
