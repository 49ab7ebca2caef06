package import Edge

/// The form of ``FunctionSchema`` in a manifest.
package struct ManifestSchema: Codable, Sendable, Hashable {
  /// One side of a function: no member for no body.
  private struct Part: Codable, Sendable, Hashable {
    var json: ManifestType?
    var unrecorded: String?
  }

  private var input: Part
  private var output: Part
  private var status: Int
  /// True for an input that a request may leave out, else nil.
  private var isInputOptional: Bool?

  package init(_ schema: FunctionSchema) {
    func part(_ part: FunctionSchema.Part) -> Part {
      switch part {
      case .none: Part()
      case .json(let schema): Part(json: ManifestType(schema))
      case .unrecorded(let reason): Part(unrecorded: reason)
      }
    }
    input = part(schema.input)
    output = part(schema.output)
    status = schema.status
    isInputOptional = schema.isInputOptional ? true : nil
  }

  /// The schema.
  ///
  /// - Throws: ``MessageFault`` for an unknown shape.
  package func schema() throws(MessageFault) -> FunctionSchema {
    func part(_ part: Part) throws(MessageFault) -> FunctionSchema.Part {
      if let type = part.json { return .json(try type.schema()) }
      return part.unrecorded.map(FunctionSchema.Part.unrecorded) ?? .none
    }
    var schema = FunctionSchema(input: try part(input), output: try part(output), status: status)
    schema.isInputOptional = isInputOptional ?? false
    return schema
  }

  private enum CodingKeys: String, CodingKey {
    case input, output, status
    case isInputOptional = "input_optional"
  }
}
