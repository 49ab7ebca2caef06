/// An expression split into its parts: a period, or the fields of a cron expression.
enum Expression {
  case interval(seconds: Int)
  case fields(ExpressionFields)

  private static let macros = [
    "@hourly": "0 * * * *", "@daily": "0 0 * * *", "@midnight": "0 0 * * *", "@weekly": "0 0 * * 0",
    "@monthly": "0 0 1 * *", "@yearly": "0 0 1 1 *", "@annually": "0 0 1 1 *",
  ]

  /// - Throws: ``ScheduleError``.
  init(_ text: String) throws(ScheduleError) {
    guard text.utf8.count <= 256 else {
      throw ScheduleError("expression", text, "expected at most 256 bytes, not \(text.utf8.count)")
    }
    guard text.utf8.allSatisfy({ (0x20...0x7e).contains($0) }) else {
      throw ScheduleError("expression", text, "expected printable ASCII, with spaces between the fields")
    }
    let words = text.split(separator: " ")
    guard let first = words.first else {
      throw ScheduleError("expression", text, "it is empty; \(Self.expected)")
    }
    if first.hasPrefix("@") {
      self = try Self.macro(first.lowercased(), words, text)
    } else if words.count == 2, ["second", "seconds"].contains(words[1].lowercased()) {
      self = .interval(seconds: try Interval.counted(first))
    } else {
      self = .fields(try Self.fields(words, text))
    }
  }

  private static let expected = """
    expected 5 fields (minute, hour, day of month, month, day of week), 6 with seconds in front, or a macro such as @daily
    """

  private static func macro(_ name: String, _ words: [Substring], _ text: String) throws(ScheduleError) -> Expression {
    if name == "@every" {
      guard words.count == 2 else {
        throw ScheduleError("interval", text, "expected @every and one duration such as 90s or 1h30m")
      }
      return .interval(seconds: try Interval.duration(words[1]))
    }
    guard words.count == 1, let meaning = macros[name] else {
      throw ScheduleError(
        "expression", text,
        "expected @hourly, @daily, @midnight, @weekly, @monthly, @yearly, @annually or @every with a duration, alone")
    }
    return .fields(try fields(meaning.split(separator: " "), meaning))
  }

  private static func fields(_ words: [Substring], _ text: String) throws(ScheduleError) -> ExpressionFields {
    guard (5...6).contains(words.count) else {
      let count = words.count == 1 ? "1 field" : "\(words.count) fields"
      throw ScheduleError("expression", text, "it has \(count); \(expected)")
    }
    return ExpressionFields(words.count == 6 ? words : ["0"] + words)
  }
}
