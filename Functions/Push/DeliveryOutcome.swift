import Edge

/// The states of a notification's delivery to a user, as its row has them.
enum DeliveryOutcome: String, SQLValue, CaseIterable {
  case pending, delivered, unregistered, refused, undelivered
  case noToken = "no_token"
}
