extension Duration {
  /// A hundred years of 365.25 days, in seconds.
  package static let centurySeconds: Int64 = 3_155_760_000
  /// A hundred years: the longest duration of a setting or a message. Dates that far ahead still have four digits.
  package static let century = Duration.seconds(centurySeconds)
}
