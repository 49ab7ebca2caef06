/// The input of a function that gets a filter's value; see ``TableRoute``.
///
/// A string literal is the name of an input that is a text or decodes from one: a `String`, a `UUID`, a `Date`.
public struct TableInput: Sendable, Hashable, ExpressibleByStringLiteral {
  /// The form of the value in the function's JSON.
  package enum Kind: Sendable, Hashable {
    case text, boolean, integer
  }

  /// The name of the input's member.
  package let name: String
  package let kind: Kind

  private init(_ name: String, _ kind: Kind) {
    self.name = name
    self.kind = kind
  }

  /// An input that is a text, or decodes from one.
  public init(stringLiteral name: String) { self.init(name, .text) }

  /// An input that is `true` or `false`. The filter may also be written `column=is.true`.
  public static func boolean(_ name: String) -> TableInput { TableInput(name, .boolean) }

  /// An input that is a whole number.
  public static func integer(_ name: String) -> TableInput { TableInput(name, .integer) }
}
