internal import FoundationEssentials

/// A date in the form that Apple reads: whole seconds since 1970, rounded down.
struct EpochSeconds: Encodable {
  let value: Int64

  /// - Throws: ``PushError/Code/invalidValue`` for a date before 1970 or after the year 9999.
  init(_ date: Date, field: String) throws(PushError) {
    let seconds = date.timeIntervalSince1970.rounded(.down)
    guard (0...253_402_300_799).contains(seconds) else {
      throw PushError(.invalidValue, field: field, "It is not a date between 1970 and 9999.")
    }
    value = Int64(seconds)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}
