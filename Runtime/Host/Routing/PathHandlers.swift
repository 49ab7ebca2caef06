/// The handlers of paths that belong to no function.
package struct PathHandlers: Sendable {
  /// The handlers by prefix. A prefix matches itself and what follows it after a slash; the longest one counts.
  package var byPrefix: [(prefix: String, handler: any PathHandler)] = []
  /// The handler of all other paths that the host does not answer itself; with nil they are 404.
  package var others: (any PathHandler)?
  /// The handler of unknown names below `/functions/v1`; with nil they are 404.
  package var unknownFunctions: (any PathHandler)?

  package init() {}
}
