/// What the stream of a viewer is sent, and how long it waits. It has no clock: times are durations since its begin.
struct ViewerOutput {
  /// A comment is sent after this time without a write, so that no proxy closes the stream as idle.
  static let silence = Duration.seconds(15)
  /// The time after which a browser is told again which of its views show the present state.
  static let stillness = Duration.seconds(1)

  private var lastWrite = Duration.zero
  private var lastStill = Duration.zero

  /// The time after which a comment is due unless something else is sent before.
  func wait(at now: Duration) -> Duration { max(.zero, Self.silence - (now - lastWrite)) }

  /// The text to write now; nil for none.
  ///
  /// - Parameters:
  ///   - changes: the events of the changes; empty for none.
  ///   - still: the event that names the rendered views; empty for none.
  ///   - isWoken: whether the hub has woken the viewer. Otherwise it has waited for the time that ``wait(at:)`` says.
  mutating func text(
    changes: String, still: @autoclosure () -> String, isWoken: Bool, at now: Duration
  ) -> String? {
    var text = changes
    if isWoken, now - lastStill >= Self.stillness {
      text += still()
      lastStill = now
    }
    if text.isEmpty {
      // The hub also wakes a viewer whose views fail, at each pulse and with nothing to send.
      guard wait(at: now) == .zero else { return nil }
      text = ":\n\n"
    }
    lastWrite = now
    return text
  }
}
