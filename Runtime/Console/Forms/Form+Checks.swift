extension Form {
  /// Compares the number that the form asked for with the one that was typed. A form that asks for none passes.
  ///
  /// - Throws: ``PageError/invalid(_:)``.
  package func checkConfirmation() throws(PageError) {
    guard let expected = self["expected"], self["confirm"]?.filter({ !$0.isWhitespace }) != expected else { return }
    throw .invalid("Type the number \(expected) to confirm")
  }

  /// The name of the field with the host that has shown the form.
  private static let hostField = "host"

  /// The field of a form whose action is one host's alone. Numbers of workers mean nothing on another host, and a load
  /// balancer may take the form to any.
  static func host(_ name: String) -> Field { Field(hostField, name) }

  /// Compares the host that has shown the form with this one.
  ///
  /// - Throws: ``PageError``, if it is another, or if the form names none.
  func checkHost(_ own: String) throws(PageError) {
    guard let shown = self[Self.hostField] else { throw .invalid("The form names no host: reload the page") }
    guard shown == own else {
      throw .outdated(
        "Nothing was changed: the page was of the host \(shown), and the action reached \(own). Reload the page.")
    }
  }
}
