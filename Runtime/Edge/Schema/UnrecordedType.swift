/// The error of a type whose schema cannot be recorded.
struct UnrecordedType: Error, Hashable {
  /// The reason, with the place in the type.
  let reason: String
}

extension UnrecordedType {
  /// The error of a type that accepted none of the samples.
  ///
  /// - Parameter refusal: the reason why it refused the last sample.
  init(_ type: any Any.Type, refusal: String) {
    reason = """
      \(TypeName.short(of: type)) refuses every sample: \(refusal). Declare its schema as SchemaProviding, or its \
      function's by .schema(input:output:)
      """
  }
}
