import FoundationEssentials
import Jobs

/// The filter of the list of jobs: of the queue, or, for a state in which a try ends, of the history.
struct QueueFilter: Sendable {
  /// The outcomes of ended tries.
  private static let endedStates = RunOutcome.allCases.map(\.rawValue)

  /// The names of terms, in the order in which the page lists them.
  enum Name: String, CaseIterable {
    case function, state, id, key, host, error, since
  }

  let text: String
  private(set) var name: String?
  private(set) var state: String?
  private(set) var id: Int64?
  private(set) var key: String?
  private(set) var host: String?
  private(set) var error: String?
  private(set) var since: Date?
  /// Texts that the input contains.
  let words: [String]

  /// Reads a filter.
  ///
  /// - Throws: ``PageError/invalid(_:)`` for a filter that is too long, an unknown term, and a value that is missing or
  ///   not valid: an action on all that match must not reach more than the filter says.
  init(_ filter: Filter, now: Date) throws(PageError) {
    guard !filter.isCut else { throw .invalid("The filter is longer than \(Filter.limit) bytes") }
    text = filter.text
    words = filter.words
    let problems = filter.readTerms { (name: Name, term) throws(FilterProblem) in
      switch name {
      case .function: self.name = term.value
      case .state:
        let known = JobCommand.Search.states + Self.endedStates
        guard known.contains(term.value) else {
          throw FilterProblem(term, "is no state: expected \(known.joined(separator: ", "))")
        }
        state = term.value
      case .id:
        guard let number = Int64(term.value) else { throw FilterProblem(term, "is no id: expected a number") }
        id = number
      case .key: key = term.value
      case .host: host = term.value
      case .error: error = term.value
      case .since: since = try term.instant(now: now)
      }
    }
    if let problem = problems.first { throw .invalid("\(problem.term) \(problem.reason)") }
  }

  /// Whether ended tries are searched.
  var isEnded: Bool { state.map(Self.endedStates.contains) ?? false }
  var isEmpty: Bool { self.words.isEmpty && !hasTerms }

  private var hasTerms: Bool {
    name != nil || state != nil || id != nil || key != nil || host != nil || error != nil || since != nil
  }
}

extension QueueFilter {
  func search(before: Int64?, limit: Int) -> JobCommand.Search {
    var search = JobCommand.Search()
    search.name = name
    search.state = state
    search.id = id
    search.key = key
    search.host = host
    search.texts = words
    search.error = error
    search.since = since
    search.before = before
    search.limit = limit
    return search
  }

  func runSearch(before: Int64?, limit: Int) -> JobCommand.RunSearch {
    var search = JobCommand.RunSearch()
    search.name = name
    search.jobID = id
    search.outcome = state
    search.host = host
    search.error = error
    search.since = since
    search.before = before
    search.limit = limit
    return search
  }

  /// An action on all jobs that match.
  ///
  /// - Throws: ``PageError/invalid(_:)`` for a filter without a condition, and for one of ended tries.
  func change(_ action: JobCommand.Action) throws(PageError) -> JobCommand.Change {
    guard !isEnded else { throw .invalid("Jobs that have ended cannot be changed") }
    guard !isEmpty else { throw .invalid("A filter is needed: state:dead, for example") }
    if let state, !action.states.contains(state) {
      throw .invalid(
        "\(action.title) takes no jobs in the state \(state); it takes: \(action.states.joined(separator: ", "))")
    }
    var change = JobCommand.Change(action)
    change.name = name
    change.state = state
    change.ids = id.map { [$0] }
    change.key = key
    change.host = host
    change.texts = words.isEmpty ? nil : words
    change.error = error
    change.since = since
    return change
  }
}
