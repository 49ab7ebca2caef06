/// The JSON that a function takes and returns, as the host's OpenAPI document describes it.
public struct FunctionSchema: Sendable, Hashable {
  /// One side of a function.
  public enum Part: Sendable, Hashable {
    /// No body.
    case none
    /// JSON of a schema.
    case json(JSONSchema)
    /// Unknown, with the reason.
    case unrecorded(String)
  }

  /// The body of a request.
  public var input: Part
  /// The body of a successful response.
  public var output: Part
  /// The status of a successful response.
  public var status = 200
  /// Whether a request may have no body; see ``OptionalInput``.
  public var isInputOptional = false

  /// A function's schema.
  public init(input: Part, output: Part, status: Int = 200) {
    self.input = input
    self.output = output
    self.status = status
  }
}

extension FunctionSchema {
  /// Records the types of a typed handler.
  @usableFromInline init<Input: Decodable, Output: Encodable>(input: Input.Type, output: Output.Type) {
    self.init(input: Part(recording: input), outputOf: output)
    isInputOptional = input is any OptionalInput.Type
  }

  /// Records the type of a handler without input.
  @usableFromInline init<Output: Encodable>(output: Output.Type) { self.init(input: .none, outputOf: output) }

  private init(input: Part, outputOf type: (some Encodable).Type) {
    if type == NoContent.self {
      self.init(input: input, output: .none, status: 204)
    } else if let type = type as? any SchemaProviding.Type {
      self.init(input: input, output: .json(type.jsonSchema))
    } else if let type = type as? any Decodable.Type {
      self.init(input: input, output: Part(recording: type))
    } else {
      self.init(
        input: input,
        output: .unrecorded("\(TypeName.short(of: type)) is not Decodable: make it Codable, or declare its schema"))
    }
  }
}

extension FunctionSchema.Part {
  /// The schema of a type, or the reason why it cannot be recorded.
  fileprivate init(recording type: (some Decodable).Type) {
    do throws(UnrecordedType) {
      self = .json(try SchemaRecorder.schema(of: type))
    } catch {
      self = .unrecorded(error.reason)
    }
  }
}
