import Edge
import Foundation

/// What became of a notification, as `push send` shows it.
struct PushReceipt: Codable, Sendable, Hashable {
  /// The notification's id.
  let apnsID: String
  /// `delivered`, `unregistered`, `refused` or `undelivered`.
  let outcome: String
  /// The status of Apple's last answer; nil if there was none.
  let status: Int?
  /// Apple's reason, or our word for what happened on the way.
  let reason: String?
  /// What it means and what to do.
  let meaning: String
  /// The sandbox's own id, to look the notification up in Apple's console.
  let uniqueID: String?
  /// Since when the device takes no more notifications.
  let unregisteredSince: Date?
  /// Whether it may have arrived although nobody said so.
  let mayHaveArrived: Bool?

  enum CodingKeys: String, CodingKey {
    case apnsID = "apns_id"
    case outcome, status, reason, meaning
    case uniqueID = "apns_unique_id"
    case unregisteredSince = "unregistered_since"
    case mayHaveArrived = "may_have_arrived"
  }

  /// - Parameters:
  ///   - outcome: nil if there was none in time.
  ///   - recipient: who accepted it, if somebody did: "Apple".
  init(_ outcome: PushOutcome?, id: UUID, by recipient: String) {
    let word: String
    var answer: PushAnswer?
    var fault: PushFault?
    var since: Date?
    var unique: String?
    var mayHaveArrived: Bool?
    switch outcome {
    case .delivered(_, let uniqueID):
      word = "delivered"
      answer = PushAnswer(status: 200)
      unique = uniqueID
    case .unregistered(let date, let last): (word, answer, since) = ("unregistered", last, date)
    case .refused(let why, let last): (word, fault, answer) = ("refused", why, last)
    case .undelivered(let why, let last, let mayHave):
      (word, fault, answer) = ("undelivered", why.code == .cancelled ? Self.tooLate : why, last)
      mayHaveArrived = mayHave
    case nil: (word, fault) = ("undelivered", Self.tooLate)
    }
    let said = (fault ?? answer.map { PushFault($0) })?.message ?? ""
    apnsID = id.lowercased
    self.outcome = word
    status = answer?.status
    reason = answer?.reason ?? (fault?.code.rawValue)
    meaning = word == "delivered" ? "\(recipient) accepted the notification. Nothing is left to do." : said
    uniqueID = unique
    unregisteredSince = since
    self.mayHaveArrived = mayHaveArrived
  }

  private static let tooLate = PushFault(
    .timedOut,
    "There was no final answer within \(PushLetter.patience.components.seconds) s. Send it again, under the same id.")

  /// The lines for a person.
  var text: String {
    var lines = ["apns-id   \(apnsID)"]
    if let uniqueID { lines.append("unique    \(uniqueID)") }
    lines.append("answer    \([status.map(String.init), reason].compactMap { $0 }.joined(separator: " "))")
    lines.append("meaning   \(meaning)")
    if let unregisteredSince { lines.append("since     \(Words.instant(unregisteredSince))") }
    if mayHaveArrived == true { lines.append("          It may have arrived all the same: the answer to it was lost.") }
    return lines.joined(separator: "\n")
  }
}
