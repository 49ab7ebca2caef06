import FoundationEssentials

/// The fault of a JSON text: its reason and its place.
///
/// The path is written the way JSONPath writes it (`$.users[2].name`), so that an author or a client finds the fault at
/// once.
public struct JSONFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason, in words.
  public let reason: String
  /// The path of the value that has the fault; `$` for the whole text.
  public let path: String

  /// Describes a fault.
  public init(_ reason: String, at path: String) {
    self.reason = reason
    self.path = path
  }

  /// The reason and the path, fit for an error message.
  public var description: String { "\(reason) at \(path)" }
}

// MARK: - Paths

extension JSONFault {
  /// The path that a decoder's keys lead along.
  static func path(of keys: [any CodingKey]) -> String {
    "$" + keys.map { $0.intValue.map { "[\($0)]" } ?? member($0.stringValue) }.joined()
  }

  /// `.name`, or `["…"]` for a key that is no plain word.
  static func member(_ key: String) -> String {
    let short = key.count > 64 ? key.prefix(64) + "…" : key[...]
    return key.utf8.allSatisfy(ASCII.isWord) ? ".\(short)" : "[\(String(reflecting: String(short)))]"
  }
}

// MARK: - Decoders' errors

extension JSONFault {
  /// The fault that a decoder found. It names JSON's kinds of values in place of the Swift types that have one.
  package init(_ error: DecodingError) {
    switch error {
    case .keyNotFound(let key, let context):
      self.init("A value is missing", at: Self.path(of: context.codingPath + [key]))
    case .valueNotFound(let type, let context):
      self.init("Expected \(Self.word(for: type)), found null", at: Self.path(of: context.codingPath))
    case .typeMismatch(let type, let context):
      var detail = context.debugDescription[...]
      if detail.last == "." { detail.removeLast() }
      self.init(
        "Expected \(Self.word(for: type))\(detail.isEmpty ? "" : ": \(detail)")", at: Self.path(of: context.codingPath))
    case .dataCorrupted(let context):
      self.init(
        context.debugDescription.isEmpty ? "Not acceptable" : context.debugDescription,
        at: Self.path(of: context.codingPath))
    @unknown default:
      self.init("Not acceptable", at: "$")
    }
  }

  private static func word(for type: any Any.Type) -> String {
    switch type {
    case is String.Type: "a string"
    case is Bool.Type: "true or false"
    case is any BinaryInteger.Type: "a whole number"
    case is any BinaryFloatingPoint.Type: "a number"
    case is UUID.Type: "a UUID"
    case is URL.Type: "a URL"
    case is Data.Type: "bytes in Base64"
    case is Decimal.Type: "a number"
    case is Date.Type: "an ISO 8601 instant"
    case is [Any].Type: "an array"
    case is [String: Any].Type: "an object"
    default: "\(type)"
    }
  }
}
