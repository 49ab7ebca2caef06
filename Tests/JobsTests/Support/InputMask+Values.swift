import Edge

@testable import Jobs

extension InputMask {
  private static let mask = JSONValue.string("***")

  /// The input with its sensitive values replaced by `***`: the plain version of ``MaskedInput``, for decoded values.
  static func masked(_ input: JSONValue) -> JSONValue { masked(input, isNamed: false) }

  private static func masked(_ value: JSONValue, isNamed: Bool) -> JSONValue {
    switch value {
    case .object(let members):
      .object(
        JSONObject(
          members.map { name, value in
            (
              name.contains("@") ? "***" : name,
              isSensitive(name) && value != .null ? mask : masked(value, isNamed: true)
            )
          }))
    case .array(let elements): .array(elements.map { masked($0, isNamed: false) })
    case .string(let text): !isNamed || looksSecret(text) ? mask : value
    default: value
    }
  }
}
