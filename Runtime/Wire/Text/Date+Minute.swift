package import FoundationEssentials

extension Date {
  /// The number of whole minutes since 1970, clamped to 10^12 minutes (1.9 million years) in both directions.
  package var minuteSince1970: Int { Int(max(-1e12, min(1e12, timeIntervalSince1970 / 60)).rounded(.down)) }
}
