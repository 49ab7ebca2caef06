/// A page of the console: what it shows, and its actions.
package protocol Page: Sendable {
  /// The page's place in the navigation.
  var section: Section { get }

  /// The page, or one of its details, as it is now.
  ///
  /// The same call renders the whole page and its changes: what it returns is compared region by region with what a
  /// browser has.
  ///
  /// - Throws: ``PageError``.
  func content(of view: PageView) async throws -> PageContent

  /// Performs an action of a form.
  ///
  /// - Parameters:
  ///   - action: its name, the last part of the form's path: `retry` of `/console/queue/actions/retry`.
  ///   - form: the fields of the form.
  /// - Throws: ``PageError``.
  func perform(_ action: String, _ form: Form) async throws -> ActionOutcome
}

extension Page {
  /// Throws ``PageError/notFound``: a page without actions.
  package func perform(_ action: String, _ form: Form) async throws -> ActionOutcome { throw PageError.notFound }
}
