import Console

/// The functions of a host that has none.
struct NoFunctions: FunctionSource {
  var functions: [FunctionDescription] { [] }
  var callers: [InvokeCaller.Kind] { [] }
  var program: String { "swiftlet" }

  func details(of name: String) -> FunctionDetails? { nil }

  func invoke(_ request: InvokeRequest) async throws -> InvokeAnswer { throw PageError.notFound }
}
