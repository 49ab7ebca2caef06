package import FoundationEssentials
package import Host

/// The values of terms.
extension Filter.Term {
  /// One of a list of values, in any case of letters.
  ///
  /// - Parameter noun: the noun for the values in the text of a problem: `level`.
  package func choice<Value: CaseIterable & RawRepresentable<String>>(
    _ noun: String, as type: Value.Type = Value.self
  ) throws(FilterProblem) -> Value {
    guard let choice = Value(rawValue: value.lowercased()) else {
      throw FilterProblem(
        self, "is no \(noun): expected \(Value.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return choice
  }

  /// A status, a class of statuses or a span: `503`, `5xx`, `400-499`.
  package func statusClass() throws(FilterProblem) -> StatusClass {
    guard let status = StatusClass(value) else {
      throw FilterProblem(self, "is no status: expected 503, 5xx or 400-499")
    }
    return status
  }

  /// An instant: a span before now, a day, or ISO 8601 in UTC.
  package func instant(now: Date) throws(FilterProblem) -> Date {
    guard let date = InstantText.date(value, now: now) else {
      throw FilterProblem(self, "is no instant: expected 15m, 7d, 2026-03-01 or 2026-03-01T12:00:00Z")
    }
    return date
  }

  /// A duration in seconds.
  package func duration() throws(FilterProblem) -> Double {
    guard let seconds = DurationText.seconds(value.lowercased()) else {
      throw FilterProblem(self, "is no duration: expected 200ms, 1.5s or 2m")
    }
    return seconds
  }
}
