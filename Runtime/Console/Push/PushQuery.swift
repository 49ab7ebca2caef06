import FoundationEssentials
import Wire

/// A selection of a host's notifications: the input of the control `push_activity`.
package struct PushQuery: Codable, Sendable, Hashable {
  /// The most notifications of one answer.
  package static let most = 500

  package var outcome: String?
  package var kind: String?
  package var environment: String?
  package var topic: String?
  /// The end of the device's token.
  package var token: String?
  /// The beginning of the apns-id.
  package var id: String?
  /// A part of the reason or of its meaning.
  package var words: [String] = []
  /// Only notifications with a lower number.
  package var before: Int?
  /// The most notifications, 1 to ``most``.
  package var limit = 50

  /// Whether a notification is one of the selection. The limit is not applied.
  package func contains(_ record: PushRecord) -> Bool {
    (before.map { record.number < $0 } ?? true) && (outcome.map { record.outcome.rawValue == $0 } ?? true)
      && (kind.map { record.kind == $0 } ?? true) && (environment.map { record.environment == $0 } ?? true)
      && (topic.map { record.topic == $0 } ?? true)
      && (token.map { record.token?.hasSuffix($0.lowercased().suffix(6)) ?? false } ?? true)
      && (id.map { record.apnsID.hasPrefix($0.lowercased()) } ?? true) && words.allSatisfy { matches($0, record) }
  }

  private func matches(_ word: String, _ record: PushRecord) -> Bool {
    let texts = [record.reason, record.meaning, record.status.map(String.init), record.topic, record.apnsID]
    return texts.contains { $0?.containsIgnoringCase(word) ?? false }
  }
}
