/// The names of Swift's types in schemas.
enum TypeName {
  /// The name with its module and the types around it, which tells types of one short name apart:
  /// `Functions.OpenSession.Category`.
  static func full(of type: any Any.Type) -> String { withoutContexts(String(reflecting: type)) }

  /// The name without its module: `OpenSession.Category`.
  static func short(of type: any Any.Type) -> String {
    let full = full(of: type)
    return full.contains("<") ? String(describing: type) : full.split(separator: ".").dropFirst().joined(separator: ".")
  }

  /// A name without the marks of private types: `Functions.(unknown context at $55d0c8).Post` is `Functions.Post`.
  private static func withoutContexts(_ name: String) -> String {
    var parts = ""
    var rest = name[...]
    while let open = rest.firstRange(of: "(unknown context at "),
      let close = rest[open.upperBound...].firstIndex(of: ")")
    {
      parts += rest[..<open.lowerBound]
      rest = rest[rest.index(after: close)...].drop { $0 == "." }
    }
    return parts + rest
  }
}
