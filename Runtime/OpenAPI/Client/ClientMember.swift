/// A member of a struct of the generated client.
struct ClientMember {
  let key: String
  let name: String
  let type: String
  /// Whether an object must have the key, be it with null.
  let isRequired: Bool

  private var isOptional: Bool { type.hasSuffix("?") }

  /// The declaration of a struct, with an initialiser, with keys where they are spelled otherwise, and with its own
  /// `encode(to:)` where a member is null rather than missing.
  static func structure(_ name: String, _ members: [ClientMember]) -> String {
    let properties = members.map { "    public var \($0.name): \($0.type)" }
    let arguments = members.map { "\($0.name): \($0.type)\($0.isOptional ? " = nil" : "")" }
    let assignments = members.map { "      self.\($0.name) = \($0.name)" }
    var parts = [
      properties.joined(separator: "\n"),
      """
          public init(\(arguments.joined(separator: ", "))) {
      \(assignments.joined(separator: "\n"))
          }
      """,
    ]
    let hasNulls = members.contains { $0.isOptional && $0.isRequired }
    if hasNulls || members.contains(where: { $0.key != $0.name.unescaped }) {
      let cases = members.map { member in
        member.key == member.name.unescaped
          ? "      case \(member.name)" : "      case \(member.name) = \(member.key.quoted)"
      }
      parts.append("    private enum CodingKeys: String, CodingKey {\n\(cases.joined(separator: "\n"))\n    }")
    }
    if hasNulls { parts.append(encoding(members)) }
    let body = members.isEmpty ? "    public init() {}" : parts.joined(separator: "\n\n")
    return "  public struct \(name): Codable, Hashable, Sendable {\n\(body)\n  }"
  }

  /// The method that writes null for a required member without a value, which the compiler's own leaves out.
  private static func encoding(_ members: [ClientMember]) -> String {
    let calls = members.map { member in
      let method = member.isOptional && !member.isRequired ? "encodeIfPresent" : "encode"
      return "      try container.\(method)(self.\(member.name), forKey: .\(member.name))"
    }
    return """
          public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
      \(calls.joined(separator: "\n"))
          }
      """
  }
}

extension String {
  /// A string literal of Swift.
  var quoted: String { String(reflecting: self) }

  /// A name without the backticks of a keyword.
  fileprivate var unescaped: String { filter { $0 != "`" } }
}
