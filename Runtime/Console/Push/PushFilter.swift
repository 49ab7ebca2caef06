import FoundationEssentials
import Wire

/// The filter of notifications: `outcome:`, `kind:`, `env:`, `topic:`, `token:`, `user:`, `id:`, `host:` and words of
/// the reason.
struct PushFilter: Sendable {
  /// The names of terms, in the order in which the page lists them.
  enum Name: String, CaseIterable {
    case outcome, kind
    case environment = "env"
    case topic, token, user, id, host
  }

  /// The query for the hosts' senders.
  private(set) var query: PushQuery
  /// The beginning of a user's id, which only the application's rows have.
  private(set) var user: String?
  private(set) var problems: [FilterProblem] = []

  /// - Parameter before: only notifications with a lower number.
  init(_ filter: Filter, before: Int? = nil) {
    query = PushQuery(words: filter.words, before: before)
    problems = filter.readTerms { (name: Name, term) throws(FilterProblem) in
      switch name {
      case .outcome: query.outcome = term.value
      case .kind: query.kind = term.value
      case .environment: query.environment = term.value
      case .topic: query.topic = term.value
      case .token: query.token = term.value
      case .user:
        user = term.value.lowercased()
        // The user is found only among the notifications that the hosts return.
        query.limit = PushQuery.most
      case .id: query.id = term.value
      // It selects hosts, not notifications.
      case .host: break
      }
    }
  }

  /// Whether a row of the application's is one of the selection, as far as the row can tell.
  func contains(_ delivery: PushDelivery) -> Bool {
    (query.outcome.map { delivery.outcome == $0 } ?? true) && (user.map(delivery.userID.hasPrefix) ?? true)
      && (query.id.map { delivery.apnsID.lowercased().hasPrefix($0.lowercased()) } ?? true)
      && query.words.allSatisfy { word in
        [delivery.reason ?? "", delivery.outcome, delivery.sessionID, delivery.userID, delivery.apnsID].contains {
          $0.containsIgnoringCase(word)
        }
      }
  }
}
