/// A named value of a span, a line, a data point or a resource.
struct TelemetryAttribute: Sendable, Hashable {
  enum Value: Sendable, Hashable {
    case text(String)
    case integer(Int64)
    case decimal(Double)
    case texts([String])
  }

  let name: String
  let value: Value

  init(_ name: String, _ value: Value) {
    self.name = name
    self.value = value
  }

  init(_ name: String, _ text: String) { self.init(name, .text(text)) }
  init(_ name: String, _ number: Int) { self.init(name, .integer(Int64(number))) }
}

extension ProtobufWriter {
  /// `KeyValue` of opentelemetry/proto/common/v1/common.proto: `key` 1, `value` 2.
  mutating func attribute(_ field: Int, _ attribute: TelemetryAttribute) {
    message(field) { pair in
      pair.text(1, attribute.name)
      pair.message(2) { $0.anyValue(attribute.value) }
    }
  }

  /// The member of `AnyValue` of common.proto: `string_value` 1, `int_value` 3, `double_value` 4, `array_value` 5,
  /// whose `values` are 1.
  mutating func anyValue(_ value: TelemetryAttribute.Value) {
    switch value {
    case .text(let text): self.text(1, text)
    case .integer(let number): integer(3, number)
    case .decimal(let number): double(4, number)
    case .texts(let texts):
      message(5) { array in
        for text in texts { array.message(1) { $0.text(1, text) } }
      }
    }
  }
}
