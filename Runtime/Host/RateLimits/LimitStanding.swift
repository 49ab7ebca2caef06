import Edge
import FoundationEssentials
import HTTPTypes

/// The state of a call under the limits that counted it, for the fields of its response.
struct LimitStanding: Sendable {
  private let policy: String
  /// The limit that leaves the least, with its verdict.
  private var tightest: (limit: ActiveLimit, verdict: LimitVerdict)?

  init(policy: String) { self.policy = policy }

  var isRefused: Bool { tightest.map { !$0.verdict.isAdmitted } ?? false }

  mutating func add(_ verdict: LimitVerdict, of limit: ActiveLimit) {
    if let old = tightest?.verdict, !verdict.isTighter(than: old) { return }
    tightest = (limit, verdict)
  }

  /// Adds the header fields to a response, if no limit of the function's own has set them.
  func add(to fields: inout HTTPFields, at now: Date) {
    guard let (limit, verdict) = tightest, !fields.contains(.rateLimit) else { return }
    let wait = verdict.isAdmitted ? verdict.untilFull : verdict.wait
    let instant = now.addingTimeInterval(Double(wait) / 1e9)
    let state = RateLimit(
      limit: limit.rate.count, remaining: min(verdict.remaining, limit.rate.count),
      retryAt: verdict.isAdmitted ? nil : instant, resetAt: instant)
    fields.append(contentsOf: state.fields(at: now))
    fields[.rateLimitPolicy] = policy
    fields[.rateLimitState] =
      "\"\(limit.name)\";r=\(state.remaining);t=\(verdict.isAdmitted ? (wait + 999_999_999) / 1_000_000_000 : Int64(verdict.retryAfter))"
  }
}

extension LimitVerdict {
  fileprivate func isTighter(than other: LimitVerdict) -> Bool {
    guard isAdmitted == other.isAdmitted else { return !isAdmitted }
    guard isAdmitted else { return wait > other.wait }
    return (remaining, -untilFull) < (other.remaining, -other.untilFull)
  }
}
