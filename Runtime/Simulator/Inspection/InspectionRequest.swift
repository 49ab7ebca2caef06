/// A request over plain HTTP/1.1, with its whole body.
struct InspectionRequest: Sendable, Equatable {
  /// One field of the head.
  struct Field: Sendable, Equatable {
    /// In lower case.
    var name: String
    var value: String
  }

  var method: String
  var target: String
  /// Whether the version is HTTP/1.1, not 1.0.
  var isVersion1_1: Bool
  var fields: [Field] = []
  /// Empty if it is too large.
  var body: [UInt8] = []
  /// Whether the body is larger than ``InspectionParser/bodyLimit``.
  var isTooLarge = false

  func values(_ name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }

  /// Whether the connection stays open after the response.
  var keepsAlive: Bool {
    let options = values("connection").joined(separator: ",").lowercased().split { $0 == "," || $0 == " " }
    return isVersion1_1 ? !options.contains("close") : options.contains("keep-alive")
  }
}
