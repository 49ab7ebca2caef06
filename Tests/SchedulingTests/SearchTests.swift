import Foundation
import SeededRandom
import Testing
import Wire

@testable import Scheduling

/// Random expressions and random texts: none of them traps, and both directions agree.
@Suite struct SearchTests {
  private static let zones = [
    "UTC", "America/New_York", "Europe/Berlin", "Australia/Lord_Howe", "America/Santiago", "Asia/Amman",
    "Africa/Casablanca", "Europe/Dublin", "America/Nuuk", "Asia/Gaza", "Antarctica/Troll", "Pacific/Apia",
  ]

  @Test func previousIsTheInverseOfNext() throws {
    var random = SeededGenerator(state: 20_261_121)
    var read = 0
    for _ in 0..<4_000 {
      let text = Self.expression(&random)
      let zone = try #require(Self.zones.randomElement(using: &random))
      guard let schedule = try? Schedule(text, timeZone: zone) else { continue }
      read += 1
      let start = Date(timeIntervalSince1970: Double.random(in: -2.2e9...2.5e11, using: &random).rounded())
      guard let first = schedule.next(after: start), let second = schedule.next(after: first) else { continue }
      let agrees =
        first > start && second > first && schedule.previous(before: second) == first
        && schedule.next(after: second.addingTimeInterval(-1)) == second
        && schedule.previous(before: first.addingTimeInterval(1)) == first
        && schedule.previous(before: first).map { $0 <= start && schedule.next(after: $0) == first } ?? true
      #expect(agrees, "\(text) in \(zone) after \(start)")
    }
    #expect(read > 3_000)
  }

  /// Each occurrence matches in local time, unless the clock jumped over it.
  @Test func occurrencesMatchTheExpression() throws {
    var random = SeededGenerator(state: 7)
    for _ in 0..<1_000 {
      let text = Self.expression(&random)
      guard let schedule = try? Schedule(text) else { continue }
      guard case .fields(let fields) = try Expression(text) else { continue }
      let pattern = try Pattern(fields)
      var instant = Date(timeIntervalSince1970: Double.random(in: -2.2e9...1e10, using: &random).rounded())
      for _ in 0..<5 {
        guard let next = schedule.next(after: instant) else { break }
        let (days, time) = floorDivide(Int(next.timeIntervalSince1970), 86_400)
        let date = CivilDate(days: days)
        let matches =
          pattern.months.has(date.month) && pattern.days.days(year: date.year, month: date.month).has(date.day)
          && pattern.hours.has(time / 3600) && pattern.minutes.has(time / 60 % 60) && pattern.seconds.has(time % 60)
        #expect(matches, "\(text) at \(next)")
        instant = next
      }
    }
  }

  @Test func noTextTraps() throws {
    var random = SeededGenerator(state: 42)
    let characters = Array("0123456789*/-,?LW# @everyhmsMONFRIJAN".utf8)
    for round in 0..<20_000 {
      let length = Int.random(in: 0...(round % 10 == 0 ? 300 : 40), using: &random)
      let bytes = (0..<length).map { _ in
        round % 4 == 0 ? UInt8.random(in: 0...255, using: &random) : characters.randomElement(using: &random) ?? 0
      }
      exercise(String(decoding: bytes, as: UTF8.self), &random)
    }
  }

  @Test func noChangeOfAGoodTextTraps() throws {
    var random = SeededGenerator(state: 99)
    for _ in 0..<5_000 {
      var bytes = Array(Self.expression(&random).utf8)
      for _ in 0..<Int.random(in: 0...3, using: &random) where !bytes.isEmpty {
        bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0x20...0x7e, using: &random)
      }
      exercise(String(decoding: bytes, as: UTF8.self), &random)
    }
  }

  private func exercise(_ text: String, _ random: inout SeededGenerator) {
    let zone = Self.zones.randomElement(using: &random) ?? "UTC"
    do {
      let schedule = try Schedule(text, timeZone: zone)
      let start = Date(timeIntervalSinceReferenceDate: Double(bitPattern: random.next()))
      for occurrence in [schedule.next(after: start), schedule.previous(before: start)].compactMap({ $0 }) {
        #expect(schedule.localTime(occurrence).utf8.count >= 25)
      }
      let words = schedule.description
      #expect(words.hasPrefix("every ") || words.hasSuffix(", \(zone)"))
      #expect(text.utf8.count <= 256)
    } catch {
      let lines = error.description.split(whereSeparator: \.isNewline).count
      #expect(lines == 1 && !error.field.isEmpty && error.description.utf8.count < 1_000)
    }
  }

  private static func expression(_ random: inout SeededGenerator) -> String {
    func pick(_ choices: String...) -> String { choices.randomElement(using: &random) ?? "" }
    func number(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &random) }
    func field(_ range: ClosedRange<Int>) -> String {
      let low = number(range)
      let high = number(range)
      let step = number(1...range.count)
      let range = "\(low)-\(high)"
      return pick("*", "*", "\(low)", "\(low),\(high)", range, "*/\(step)", "\(low)/\(step)", "\(range)/\(step)")
    }
    let day = number(1...31)
    let weekday = number(0...7)
    let dayOfMonth = pick("*", "*", "?", "L", "LW", "L-\(number(1...30))", "\(day)W", "\(day),L", field(1...31))
    let numbered = "\(weekday)#\(number(1...5))"
    let dayOfWeek = pick("*", "*", "?", "\(weekday)", "\(weekday)L", numbered, field(0...6), "MON-FRI")
    let second = pick("", "", "\(field(0...59)) ")
    return "\(second)\(field(0...59)) \(field(0...23)) \(dayOfMonth) \(pick("*", field(1...12))) \(dayOfWeek)"
  }
}
