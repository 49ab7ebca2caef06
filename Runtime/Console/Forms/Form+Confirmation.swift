extension Form {
  /// Compares the number that the form asked for with the one that was typed. A form that asks for none passes.
  ///
  /// - Throws: ``PageError/invalid(_:)``.
  package func checkConfirmation() throws(PageError) {
    guard let expected = self["expected"], self["confirm"]?.filter({ !$0.isWhitespace }) != expected else { return }
    throw .invalid("Type the number \(expected) to confirm")
  }
}
