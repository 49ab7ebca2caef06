package import FoundationEssentials

extension Date {
  /// The number of whole minutes since 1970. Dates that are too far away have the number of an end of a range of two
  /// million years.
  package var minuteSince1970: Int { Int(max(-1e12, min(1e12, timeIntervalSince1970 / 60)).rounded(.down)) }
}
