/// An input of which a caller may leave out every member. An empty body then stands for `{}`.
///
/// ```swift
/// struct Filter: Codable, OptionalInput {
///   let isActive: Bool?
/// }
/// ```
public protocol OptionalInput {}
