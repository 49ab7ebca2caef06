/// The bound of one search through a table: it goes on, chunk by chunk, until enough rows are found or its time is
/// over.
struct SearchBudget {
  private let end: ContinuousClock.Instant

  /// - Parameter time: the time after which no further chunk is read.
  init(_ time: Duration = .milliseconds(30)) { end = .now + time }

  var isLeft: Bool { ContinuousClock.now < end }
}
