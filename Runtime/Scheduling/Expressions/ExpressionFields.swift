/// The texts of the six fields.
struct ExpressionFields {
  private let texts: [Substring]

  /// Six texts, in the order of ``Field``.
  init(_ texts: [Substring]) { self.texts = texts }

  subscript(field: Field) -> Substring { texts[field.rawValue] }
}
