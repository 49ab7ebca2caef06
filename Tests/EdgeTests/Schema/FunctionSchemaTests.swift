import Edge
import Testing

@Suite struct FunctionSchemaTests {
  @Test func aTypedFunctionRecordsInputAndOutput() {
    let function = Function("count", access: .user) { (input: [String], _) in input.count }
    #expect(function.schema == FunctionSchema(input: .json(.array(of: .string)), output: .json(.integer)))
  }

  @Test func anOptionalInputMayBeLeftOut() {
    let function = Function("count", access: .user) { (input: [String]?, _) in input?.count ?? 0 }
    #expect(function.schema.input == .json(.array(of: .string).nullable))
    #expect(function.schema.isInputOptional)
  }

  @Test func noInputAndNoContent() {
    let function = Function("forget", access: .user) { _ in NoContent() }
    #expect(function.schema == FunctionSchema(input: .none, output: .none, status: 204))
  }

  @Test func anOutputThatIsOnlyEncodableIsNamed() {
    let function = Function("show", access: .user) { _ in OnlyEncodable(id: 1) }
    #expect(
      function.schema.output
        == .unrecorded("OnlyEncodable is not Decodable: make it Codable, or declare its schema"))
    let declared = function.schema(output: .object("Shown", .required("id", .integer)))
    #expect(declared.schema.output == .json(.object("Shown", .required("id", .integer))))
    #expect(declared.schema.input == .none)
  }

  @Test func aRawFunctionDeclaresItsSchema() {
    let raw = Function.raw("hook", access: .serviceRole) { _, _ in .noContent }
    #expect(raw.schema.input == .unrecorded("It takes any request: declare its schema"))
    let declared = raw.schema(input: .any, output: .boolean, status: 202)
    #expect(declared.schema == FunctionSchema(input: .json(.any), output: .json(.boolean), status: 202))
  }

  @Test func aRawFunctionNamesItsTypes() {
    let raw = Function.raw("hook", access: .serviceRole) { _, _ in .noContent }
    let typed = raw.schema(input: [Int].self, output: NoContent.self, status: 204)
    #expect(typed.schema == FunctionSchema(input: .json(.array(of: .integer)), output: .none, status: 204))
  }

  @Test func summaryAndErrorsAreTraits() {
    let function = Function("show", access: .user) { _ in 1 }
      .described("Shows one.").errors(.notFound("ONE_NOT_FOUND", "No one"), .message("Gone", status: .gone))
    #expect(function.traits.summary == "Shows one.")
    #expect(function.traits.errors.map(\.status) == [404, 410])
    #expect(function.traits.errors.map(\.code) == ["ONE_NOT_FOUND", "SERVER_ERROR"])
    #expect(function.traits.errors.map(\.isEnvelope) == [true, false])
  }
}

private struct OnlyEncodable: Encodable { let id: Int }
