/// The functions of a host that has none, and the default of a console in tests.
package struct NoFunctions: FunctionSource {
  package init() {}

  package var functions: [FunctionDescription] { [] }
  package var callers: [InvokeCaller.Kind] { [] }
  package var program: String { "swiftlet" }

  package func details(of name: String) -> FunctionDetails? { nil }

  package func invoke(_ request: InvokeRequest) async throws -> InvokeAnswer { throw PageError.notFound }
}
