/// An input that a caller may leave out: an empty body stands for `{}`, so the type's members are all optional. Of an
/// `Optional`, which is such an input too, it stands for nil.
///
/// ```swift
/// struct Filter: Codable, OptionalInput {
///   let isActive: Bool?
/// }
/// ```
public protocol OptionalInput {}

extension Optional: OptionalInput {}
