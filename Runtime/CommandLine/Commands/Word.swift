import ArgumentParser

/// Reads flags whose values are the cases of an enumeration.
enum Word {
  /// The words with commas between them: `sandbox, production`.
  static func list<Value: RawRepresentable & CaseIterable>(of type: Value.Type) -> String
  where Value.RawValue == String { Value.allCases.map(\.rawValue).joined(separator: ", ") }

  /// The words, for the completion of a shell.
  static func completion<Value: RawRepresentable & CaseIterable>(of type: Value.Type) -> CompletionKind
  where Value.RawValue == String { .list(type.allCases.map(\.rawValue)) }

  /// - Throws: `ValidationError` that lists the words.
  static func read<Value: RawRepresentable & CaseIterable>(_ text: String) throws -> Value
  where Value.RawValue == String {
    guard let value = Value(rawValue: text) else { throw ValidationError("expected one of \(list(of: Value.self))") }
    return value
  }
}
