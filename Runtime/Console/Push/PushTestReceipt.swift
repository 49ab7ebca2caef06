/// The part of the answer of `push_send` that the page shows.
struct PushTestReceipt: Decodable {
  let apnsID: String
  let outcome: String
  let meaning: String

  private enum CodingKeys: String, CodingKey {
    case apnsID = "apns_id"
    case outcome, meaning
  }
}
