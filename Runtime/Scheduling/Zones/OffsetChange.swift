/// A change of a zone's clocks: from this instant on, this offset.
struct OffsetChange: Hashable {
  /// Seconds since 1970-01-01T00:00:00Z.
  var instant: Int
  /// Seconds east of Greenwich.
  var offset: Int
}
