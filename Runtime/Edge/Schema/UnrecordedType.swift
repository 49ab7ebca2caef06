/// The error of a type whose schema cannot be recorded.
struct UnrecordedType: Error, Hashable {
  /// What stood in the way, and where.
  let reason: String
}
