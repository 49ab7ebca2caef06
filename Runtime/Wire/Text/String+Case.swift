extension String {
  /// Whether the text contains another one, in whatever case both are written.
  package func containsIgnoringCase(_ other: String) -> Bool { lowercased().contains(other.lowercased()) }
}
