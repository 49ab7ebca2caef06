import Edge
import FoundationEssentials

/// The input of the control `push_send` for a test notification.
struct PushTest: Encodable {
  let token: String
  let environment: PushEnvironment
  let topic: String?
  let type = "alert"
  let title: String
  let body: String?
  let data: [String: String] = [:]
  let id = UUID()

  /// Reads the form of a test.
  ///
  /// - Throws: ``PageError/invalid(_:)`` that names the field.
  init(_ form: Form) throws(PageError) {
    func field(_ name: String) -> String? {
      form[name].map { $0.trimmed }.flatMap { $0.isEmpty ? nil : $0 }
    }
    guard let token = field("device") else { throw .invalid("The device's token is missing") }
    guard let environment = PushEnvironment(rawValue: form["environment"] ?? "") else {
      throw .invalid("The environment is sandbox or production")
    }
    guard let title = field("title") else { throw .invalid("The title is missing") }
    self.token = token
    self.environment = environment
    self.title = title
    topic = field("topic")
    body = field("body")
  }
}
