import Edge

/// A checkpoint of a new hunt. Its place in the list is its order.
struct NewCheckpoint: Codable {
  let title: String
  let description: String?
  /// An object with `latitude` and `longitude`; further members are kept as they come.
  let location: JSONValue?
  let photoRequired: Bool?
  let points: Int?

  enum CodingKeys: String, CodingKey {
    case title, description, location, points
    case photoRequired = "photo_required"
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    title = try container.decodeText(.title, HuntLimits.title)
    description = try container.decodeTextIfPresent(.description, HuntLimits.description)
    location = try container.decodeIfPresent(JSONValue.self, forKey: .location)
    photoRequired = try container.decodeIfPresent(Bool.self, forKey: .photoRequired)
    points = try container.decodeIfPresent(Int.self, forKey: .points)
  }

  /// - Parameter path: the checkpoint's path in the input.
  func check(_ path: String) throws(FunctionError) {
    guard points.map(HuntLimits.points.contains) ?? true else {
      throw .invalid(
        "\(path).points", "a number from \(HuntLimits.points.lowerBound) to \(HuntLimits.points.upperBound)")
    }
    _ = try locationText("\(path).location")
  }

  /// The location as JSON text; nil without one.
  func locationText(_ path: String = "location") throws(FunctionError) -> String? {
    guard let location, location != .null else { return nil }
    for (key, range) in [("latitude", -90.0...90), ("longitude", -180.0...180)] {
      guard let degrees = location[key]?.double, range.contains(degrees) else {
        throw .invalid("\(path).\(key)", "a number from \(Int(range.lowerBound)) to \(Int(range.upperBound))")
      }
    }
    // Without objects and arrays, so that the hunt's JSON is nested no deeper than clients can read.
    guard let members = location.object, members.values.allSatisfy(\.isPlain),
      members.keys.allSatisfy({ !$0.utf8.contains(0) }),
      let bytes = try? Wire.encode(location),
      StoredSize(of: location, compactBytes: bytes.count).bytes <= HuntLimits.locationBytes
    else {
      throw .invalid(
        path, "at most \(HuntLimits.locationBytes) bytes of numbers, booleans and texts without U+0000")
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension JSONValue {
  /// Whether this is neither an object nor an array, nor a text or a number that Postgres cannot store.
  fileprivate var isPlain: Bool {
    switch self {
    case .array, .object: false
    case .string(let text): !text.utf8.contains(0)
    case .number(let number): number == 0 || (1e-300...1e300).contains(abs(number))
    case .null, .bool, .integer: true
    }
  }
}
