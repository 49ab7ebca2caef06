/// The reason why a page or an action is refused. Its text is shown.
package enum PageError: Error, Sendable, Hashable {
  /// There is no such page, detail or action.
  case notFound
  /// A field of the form or of the filter is not valid; the text says which and why.
  case invalid(String)
  /// The form was another host's, or shows what is no longer so; the text says which. It is answered by a page of its
  /// own: another host may answer the request that a redirection leads to, and it does not have the message.
  case outdated(String)
  /// The request cannot be fulfilled now; the text names the reason and gives advice.
  case unavailable(String)
}
