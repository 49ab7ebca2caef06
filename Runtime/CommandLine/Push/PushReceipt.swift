import Edge
import FoundationEssentials

/// The outcome of a notification, as `push send` shows it.
struct PushReceipt: Codable, Sendable, Hashable {
  let apnsID: String
  /// `delivered`, `unregistered`, `refused` or `undelivered`.
  let outcome: String
  /// The status of Apple's last answer; nil if there was none.
  let status: Int?
  /// Apple's reason; without one, the code of the sender's fault.
  let reason: String?
  /// What the outcome means and what to do.
  let meaning: String
  /// The id by which Apple's console finds the notification; only the sandbox gives one.
  let uniqueID: String?
  /// The instant from which the device takes no more notifications.
  let unregisteredSince: Date?
  /// Whether the notification may have arrived although no response confirmed it.
  let mayHaveArrived: Bool?

  enum CodingKeys: String, CodingKey {
    case apnsID = "apns_id"
    case outcome, status, reason, meaning
    case uniqueID = "apns_unique_id"
    case unregisteredSince = "unregistered_since"
    case mayHaveArrived = "may_have_arrived"
  }

  /// - Parameters:
  ///   - outcome: nil if there was none within ``timeLimit``.
  ///   - recipient: the server that the notification was sent to, at the beginning of a sentence: "Apple".
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

  /// How long `push send` waits for an outcome.
  static let timeLimit = Duration.seconds(30)

  private static let tooLate = PushFault(
    .timedOut,
    "There was no final answer within \(Self.timeLimit.components.seconds) s. Send it again, under the same id.")

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
