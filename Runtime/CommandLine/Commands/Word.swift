import ArgumentParser

/// Flags that take one of a few words.
enum Word {
  /// `sandbox, production`.
  static func list<Value: RawRepresentable & CaseIterable>(of type: Value.Type) -> String
  where Value.RawValue == String { Value.allCases.map(\.rawValue).joined(separator: ", ") }

  /// - Throws: `ValidationError` that lists the words.
  static func read<Value: RawRepresentable & CaseIterable>(_ text: String) throws -> Value
  where Value.RawValue == String {
    guard let value = Value(rawValue: text) else { throw ValidationError("expected one of \(list(of: Value.self))") }
    return value
  }
}
