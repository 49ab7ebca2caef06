import FoundationEssentials
import HTTPTypes
import Telemetry
import Wire

extension SettingKind where Value == Bool {
  /// `true` or `false` in any case, as OpenTelemetry has it.
  static var anyCaseFlag: Self {
    Self(expected: "true or false", text: { _ in nil }, read: { Bool($0.lowercased()) }, write: { "\($0)" })
  }
}

extension SettingKind where Value == Double {
  /// A part of all.
  static var ratio: Self {
    Self(
      expected: "a number from 0 to 1, such as 0.1", text: { _ in nil },
      read: { Double($0).flatMap { (0...1).contains($0) ? $0 : nil } }, write: { "\($0)" })
  }
}

extension SettingKind where Value == String {
  /// A value of which only one is supported; nil for none.
  static func only(_ value: String?, else reason: String) -> Self {
    var kind = string(expected: value ?? "no value", text: { _ in nil }, accepts: { $0 == value })
    kind.explain = { name, _ in
      let said = value.map { "is not \($0), which is the only supported value" } ?? "is set"
      return Failure(.configuration, "\(name) \(said)", hint: reason)
    }
    return kind
  }

  /// The address of a collector.
  ///
  /// - Parameter isWhole: whether it is used as it is. Otherwise the path of a signal is added.
  static func collectorURL(isWhole: Bool) -> Self {
    let expected =
      isWhole
      ? "an http or https address without a user, such as http://127.0.0.1:4318/v1/traces"
      : "an http or https address without a user and a query, such as http://127.0.0.1:4318"
    var kind = Self(
      expected: expected, text: { _ in nil },
      read: { text in
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), let url = URL(string: text),
          ["http", "https"].contains(url.scheme?.lowercased()), url.host()?.isEmpty == false, url.user() == nil,
          url.password() == nil, url.fragment() == nil, isWhole || url.query() == nil
        else { return nil }
        guard isWhole else { return text.withoutTrailingSlash }
        // Without a path, the root is meant (OpenTelemetry Protocol Exporter, "Endpoint URLs for OTLP/HTTP").
        return url.path().isEmpty && url.query() == nil ? text + "/" : text
      },
      // A query may have a key.
      write: { text in text.contains("?") ? String(text.prefix { $0 != "?" }) + "?…" : text })
    // The general failure shows the value, which may have a password.
    kind.explain = { name, _ in Failure(.configuration, "\(name) is not acceptable: expected \(expected)") }
    return kind
  }
}

extension SettingKind where Value == [KeyValueList.Pair] {
  /// The fields that the client sets itself.
  private static var ownFields: Set<String> {
    [
      "connection", "content-length", "content-type", "expect", "host", "keep-alive", "proxy-connection", "te",
      "trailer", "transfer-encoding", "upgrade",
    ]
  }

  /// Header fields: `api-key=secret,other=value`, with percent-encoded values.
  static var collectorHeaders: Self {
    pairs(
      expected:
        "header fields such as api-key=secret,other=value, with percent-encoded values, but for those that HTTP itself sets",
      accepts: { pair in
        guard let name = HTTPField.Name(pair.name) else { return false }
        return !ownFields.contains(name.canonicalName) && HTTPField.isValidValue(pair.value)
      })
  }

  /// Attributes: `deployment.environment.name=production,team=shop`, with percent-encoded values.
  static var resourceAttributes: Self {
    pairs(
      expected: "attributes such as deployment.environment.name=production,team=shop, with percent-encoded values",
      accepts: { _ in true })
  }

  private static func pairs(
    expected: String, accepts: @escaping @Sendable (KeyValueList.Pair) -> Bool
  ) -> Self {
    Self(
      expected: expected, text: { _ in nil },
      read: { text in KeyValueList.read(text).flatMap { $0.allSatisfy(accepts) ? $0 : nil } },
      write: { $0.map { "\($0.name)=\($0.value)" }.joined(separator: ",") })
  }
}
