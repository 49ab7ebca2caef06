/// A page with an action of a form with a file.
package protocol FilePage: Page {
  /// The most bytes of a file.
  var fileLimit: Int { get }

  /// Whether an action takes a file.
  func takesFile(_ action: String) -> Bool

  /// Performs an action.
  ///
  /// - Parameters:
  ///   - form: the fields before the file.
  ///   - path: the path of the file, which is removed after the action.
  /// - Throws: ``PageError``.
  func perform(_ action: String, _ form: Form, file path: String) async throws -> ActionOutcome
}
