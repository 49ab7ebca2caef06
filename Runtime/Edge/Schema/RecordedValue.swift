import Wire

/// A place in the JSON of a type: what the type asked for there, and the sample that it gets.
final class RecordedValue {
  /// The form of JSON that a type asked for at a place.
  enum Form {
    case unknown
    /// A leaf: a value whose `init(from:)` is not recorded.
    case known(KnownSamples)
    case array, dictionary, object
    /// A value of a type that contains it.
    case recursive(String)
  }

  var form = Form.unknown
  /// The key that leads here; nil for the root.
  let key: (any CodingKey)?
  private weak var parent: RecordedValue?
  /// The members of an object in the order in which they were asked for.
  private(set) var members: [RecordedValue] = []
  /// The one element of an array, or the one value of a dictionary.
  private(set) var element: RecordedValue?
  var typeName = ""
  /// Whether the type asked whether the value is null.
  var isOptional = false
  /// Whether an object without this member is refused; nil while it was not tried.
  var isRequired: Bool?
  /// Whether null is accepted; nil while it was not tried.
  var isNullable: Bool?
  /// Whether the type accepted a sample at this place, so that all that it asks for is known.
  private(set) var isAccepted = false
  /// The reason why the type at this place refused the latest sample; nil if it accepted it.
  private(set) var lastRefusal: UnrecordedType?
  private var choice = 0

  init(key: (any CodingKey)? = nil, in parent: RecordedValue? = nil) {
    self.key = key
    self.parent = parent
  }

  var path: [any CodingKey] { (parent?.path ?? []) + (key.map { [$0] } ?? []) }

  func member(_ key: some CodingKey) -> RecordedValue {
    if case .dictionary = form { return elementPlace(key) }
    if let known = members.first(where: { $0.key?.stringValue == key.stringValue }) { return known }
    let member = RecordedValue(key: key, in: self)
    members.append(member)
    return member
  }

  func elementPlace(_ key: some CodingKey) -> RecordedValue {
    if let element { return element }
    let made = RecordedValue(key: key, in: self)
    element = made
    return made
  }

  /// Becomes a leaf, unless it is known to be a container.
  func become(_ known: KnownSamples) { if case .unknown = form { form = .known(known) } }

  /// Notes that the type accepted the sample at this place, and those below it. A value that a type refused and did
  /// without stays refused.
  func accept() {
    guard !isAbsent else { return }
    (isAccepted, lastRefusal) = (true, nil)
    let below = members + (isEmpty ? [] : element.map { [$0] } ?? [])
    for place in below where place.lastRefusal == nil { place.accept() }
  }

  /// Notes that a type refused the sample at this place.
  func refuse(_ type: any Any.Type, _ error: any Error) {
    let reason = (error as? DecodingError).map { JSONFault($0).reason } ?? "\(error)"
    lastRefusal = UnrecordedType(type, refusal: reason)
  }

  /// Keeps the sample as the only one, with a narrower schema.
  func settle(on schema: JSONSchema) {
    form = .known(KnownSamples(schema, [sample]))
    choice = 0
  }

  func refusal(_ reason: String) -> DecodingError {
    .dataCorrupted(.init(codingPath: path, debugDescription: reason))
  }
}

// MARK: - Samples

extension RecordedValue {
  /// How many samples the place has, without that of an absent value.
  private var samples: Int {
    switch form {
    case .known(let known): known.samples.count
    case .array, .dictionary: 2
    case .object, .unknown, .recursive: 1
    }
  }

  /// Whether the sample of an optional value is no value.
  var isAbsent: Bool { isOptional && choice == samples }
  /// Whether the sample of an array or a dictionary has no element.
  var isEmpty: Bool { choice == 1 }

  var sample: JSONValue { sample { _ in nil } ?? .null }

  /// The sample as JSON, with other values at some places.
  ///
  /// - Parameter replacement: the other value of a place. Nil keeps its sample, and `.some(nil)` leaves the value out.
  func sample(_ replacement: (RecordedValue) -> JSONValue??) -> JSONValue? {
    if let other = replacement(self) { return other }
    if isAbsent { return nil }
    switch form {
    case .known(let known): return choice < known.samples.count ? known.samples[choice] : .null
    case .array: return .array(isEmpty ? [] : [element?.sample(replacement) ?? .null])
    case .dictionary:
      let key = element?.key?.stringValue ?? ""
      return .object(JSONObject(isEmpty ? [] : [(key, element?.sample(replacement) ?? .null)]))
    case .object:
      return .object(
        JSONObject(
          members.compactMap { member in member.sample(replacement).map { (member.key?.stringValue ?? "", $0) } }))
    case .unknown, .recursive: return .null
    }
  }

  /// Takes the next sample at the place of a refused value, or else at a place below it, or else above it. An optional
  /// object is left out after the samples of its members.
  ///
  /// - Returns: false if all samples were tried.
  func changeSample(at path: [any CodingKey]) -> Bool {
    let refused = path.reduce(self) { place, key in
      place.members.first { $0.key?.stringValue == key.stringValue } ?? place.element ?? place
    }
    let around = sequence(first: refused) { $0.parent }.dropFirst()
    let inside: [RecordedValue] = refused.inside.reversed()
    let places: [RecordedValue] = if case .object = refused.form { inside + [refused] } else { [refused] + inside }
    return (places + around).contains { $0.takeNextSample() }
  }

  private func takeNextSample() -> Bool {
    guard choice + 1 < samples + (isOptional ? 1 : 0) else { return false }
    choice += 1
    return true
  }

  /// The places below this one.
  private var inside: [RecordedValue] {
    (members + (element.map { [$0] } ?? [])).flatMap { [$0] + $0.inside }
  }
}
