/// The functions of the host, and the way to call them.
package protocol FunctionSource: Sendable {
  /// The functions that the host has now, by name.
  var functions: [FunctionDescription] { get }
  /// The callers as which a function can be called from the console.
  var callers: [InvokeCaller.Kind] { get }
  /// The name of the program, for commands that a page shows.
  var program: String { get }

  /// A function's details; nil if there is no such function.
  func details(of name: String) -> FunctionDetails?

  /// Calls a function in this process, on the way of a request: its token is checked, and access and limits hold.
  ///
  /// - Throws: ``PageError`` if the call cannot be made at all.
  func invoke(_ request: InvokeRequest) async throws -> InvokeAnswer
}
