/// The error of a type whose schema cannot be recorded.
struct UnrecordedType: Error, Hashable {
  /// The reason, with the place in the type.
  let reason: String
}
