import Wire

extension RecordedValue {
  var schema: JSONSchema {
    var schema = JSONSchema(isKnown ? shape : .any, isNullable: isNullable ?? isOptional)
    if !isKnown { schema.unrecorded = lastRefusal?.reason ?? "It refuses every sample" }
    return schema
  }

  /// Whether all that a type asks for at this place is known. A type that accepted no sample may ask for more.
  private var isKnown: Bool {
    switch form {
    case .unknown, .known, .recursive: true
    case .array, .dictionary, .object: isAccepted
    }
  }

  private var shape: JSONSchema.Shape {
    switch form {
    case .unknown: .any
    case .known(let known): known.schema.shape
    case .array: .array(element?.schema ?? .any)
    case .dictionary: .dictionary(element?.schema ?? .any)
    case .object:
      .object(
        JSONSchema.Object(
          name: typeName,
          members: members.map {
            JSONSchema.Member(
              key: $0.key?.stringValue ?? "", schema: $0.schema, isRequired: $0.isRequired ?? !$0.isOptional)
          }))
    case .recursive(let name): .recursive(name)
    }
  }

  /// Finds out what a type accepts beside its sample, by decoding other values: which members may be left out or null,
  /// and which kinds of JSON it takes for any JSON.
  func narrow(_ accepts: (JSONValue) -> Bool) {
    guard accepts(sample) else { return }
    narrow(self, accepts)
  }

  private func narrow(_ place: RecordedValue, _ accept: (JSONValue) -> Bool) {
    // A value that the sample leaves out has no members to try.
    guard !place.isAbsent else { return }
    func accepts(_ value: JSONValue?, at changed: RecordedValue) -> Bool {
      accept(sample { $0 === changed ? .some(value) : nil } ?? .null)
    }
    if let kind = place.kind(of: KnownSamples.kinds.filter { accepts($0, at: place) }) {
      place.settle(on: kind)
    }
    for member in place.members {
      member.isRequired = !accepts(nil, at: member)
      member.isNullable = accepts(.null, at: member)
      narrow(member, accept)
    }
    guard let element = place.element, !place.isEmpty else { return }
    element.isNullable = accepts(.null, at: element)
    narrow(element, accept)
  }

  /// The schema of a place that takes any JSON, if it accepts one kind alone.
  private func kind(of accepted: [JSONValue]) -> JSONSchema? {
    guard case .known(let known) = form, known.schema.shape == .any else { return nil }
    return switch accepted.filter({ $0 != .null }) {
    case ["a"]: .string
    case [1]: .integer
    case [1, .number(0.5)]: .number
    case [true]: .boolean
    case [[:]]: .dictionary(of: .any)
    case [[]]: .array(of: .any)
    default: nil
    }
  }
}
