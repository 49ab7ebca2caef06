package import Edge

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
  /// - Parameter action: its name, the last part of the form's path: `retry` of `/console/queue/actions/retry`.
  /// - Throws: ``PageError``.
  func perform(_ action: String, _ form: Form) async throws -> ActionOutcome

  /// The most bytes of the file in an action's form; nil for an action without a file.
  func fileLimit(of action: String) -> Int?

  /// Performs an action of a form with a file.
  ///
  /// - Parameters:
  ///   - form: the fields before the file.
  ///   - path: the path of the file, which is removed after the action.
  /// - Throws: ``PageError``.
  func perform(_ action: String, _ form: Form, file path: String) async throws -> ActionOutcome

  /// The file to download at `/console/<section>/download`, for the view's filter; nil for a page without one.
  func download(_ view: PageView) -> Response?
}

extension Page {
  /// Throws ``PageError/notFound``: a page without actions.
  package func perform(_ action: String, _ form: Form) async throws -> ActionOutcome { throw PageError.notFound }

  /// Returns nil: a page whose actions take no file.
  package func fileLimit(of action: String) -> Int? { nil }

  /// Throws ``PageError/notFound``: a page whose actions take no file.
  package func perform(_ action: String, _ form: Form, file path: String) async throws -> ActionOutcome {
    throw PageError.notFound
  }

  /// Returns nil: a page without a file to download.
  package func download(_ view: PageView) -> Response? { nil }
}
