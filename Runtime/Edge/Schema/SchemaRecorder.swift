import Wire

/// Records the schema of a type from its `init(from:)`.
///
/// The type is decoded by a decoder that writes down which keys and types it is asked for, and serves sample values. A
/// type that checks its values refuses samples; then the next sample is tried at the place that the error names, an
/// optional value is left out, or an array is left empty. A value that is left out is any JSON if its type accepted no
/// sample, since the type may ask for more than was recorded. Last, the whole type is decoded from real JSON without
/// each of its members in turn, which shows the required ones.
enum SchemaRecorder {
  /// The most tries for a type. Each changes one sample, so that a type of a hundred members is recorded within this
  /// bound.
  private static let maximumTries = 1000

  /// The schema of a type.
  ///
  /// - Throws: ``UnrecordedType`` for a type that accepts none of the samples.
  static func schema<Value: Decodable>(of type: Value.Type) throws(UnrecordedType) -> JSONSchema {
    if let provider = type as? any SchemaProviding.Type { return provider.jsonSchema }
    let root = RecordedValue()
    for _ in 0..<maximumTries {
      let refusal: any Error
      do {
        _ = try RecordingDecoder.value(type, at: root)
        root.narrow { (try? Wire.decode(type, from: Wire.encode($0))) != nil }
        return root.schema
      } catch {
        refusal = error
      }
      guard root.changeSample(at: path(of: refusal)) else {
        let reason = (refusal as? DecodingError).map { "\(JSONFault($0))" } ?? "\(refusal)"
        throw UnrecordedType(type, refusal: reason)
      }
    }
    throw UnrecordedType(reason: "\(TypeName.short(of: type)) refuses every sample")
  }

  /// The keys that lead to the value that a type refuses.
  private static func path(of error: any Error) -> [any CodingKey] {
    switch error as? DecodingError {
    case .keyNotFound(let key, let context): context.codingPath + [key]
    case .valueNotFound(_, let context), .typeMismatch(_, let context), .dataCorrupted(let context): context.codingPath
    default: []
    }
  }
}
