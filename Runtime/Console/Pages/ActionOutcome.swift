/// The result of an action, for the page that follows it and for the record of actions.
package struct ActionOutcome: Sendable, Hashable {
  /// One sentence for the person who acted: "Retried 3 jobs".
  package let message: String
  /// How many jobs, workers or deliveries the action changed.
  package let count: Int
  /// The path of the page to show next, below `/console/`; nil for the page with the form.
  package let next: String?

  package init(_ message: String, count: Int = 1, next: String? = nil) {
    self.message = message
    self.count = count
    self.next = next
  }
}
