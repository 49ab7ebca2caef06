/// A member of a struct of the generated client.
struct ClientMember {
  let key: String
  let name: String
  let type: String

  private var isOptional: Bool { type.hasSuffix("?") }

  /// The declaration of a struct, with an initialiser, and with keys where they are spelled otherwise.
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
    if members.contains(where: { $0.key != $0.name.unescaped }) {
      let cases = members.map { member in
        member.key == member.name.unescaped
          ? "      case \(member.name)" : "      case \(member.name) = \(member.key.quoted)"
      }
      parts.append("    private enum CodingKeys: String, CodingKey {\n\(cases.joined(separator: "\n"))\n    }")
    }
    let body = members.isEmpty ? "    public init() {}" : parts.joined(separator: "\n\n")
    return "  public struct \(name): Codable, Hashable, Sendable {\n\(body)\n  }"
  }
}

extension String {
  /// A string literal of Swift.
  var quoted: String { String(reflecting: self) }

  /// A name without the backticks of a keyword.
  fileprivate var unescaped: String { filter { $0 != "`" } }
}
