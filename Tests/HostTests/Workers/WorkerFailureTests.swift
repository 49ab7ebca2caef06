import Edge
import HTTPTypes
import Testing

@testable import Host

/// The answers to calls that their workers did not answer.
struct WorkerFailureTests {
  private struct Expectation {
    let failure: WorkerFailure
    let status: Int
    let code: String
    let message: String
    var retryAfter: String?
  }

  private static let limit = "Function failed due to not having enough compute resources (please check logs)"
  private let expectations = [
    Expectation(
      failure: .boot(retryAfter: 4), status: 503, code: "BOOT_ERROR",
      message: "Function failed to start (please check logs)", retryAfter: "4"),
    Expectation(
      failure: .died, status: 500, code: "WORKER_ERROR", message: "Function exited due to an error (please check logs)"),
    Expectation(
      failure: .resourceLimit(.memory), status: 546, code: "WORKER_RESOURCE_LIMIT", message: limit),
    Expectation(failure: .resourceLimit(.cpu), status: 546, code: "WORKER_RESOURCE_LIMIT", message: limit),
    Expectation(failure: .resourceLimit(.disk), status: 546, code: "WORKER_RESOURCE_LIMIT", message: limit),
    Expectation(failure: .resourceLimit(.threads), status: 546, code: "WORKER_RESOURCE_LIMIT", message: limit),
    Expectation(failure: .resourceLimit(.wallClock), status: 546, code: "WORKER_RESOURCE_LIMIT", message: limit),
    Expectation(
      failure: .busy(retryAfter: 2), status: 503, code: "OVERLOADED",
      message: "The host is at its limit, try again later", retryAfter: "2"),
  ]

  @Test func eachFailureHasTheAnswerOfTheContract() throws {
    for expectation in expectations {
      guard case .host(let error) = AnsweredError(expectation.failure) else {
        Issue.record("\(expectation.failure) is answered as the function's own error")
        continue
      }
      let response = error.response
      #expect(response.status.code == expectation.status)
      #expect(response.headers[.relayError] == "true")
      #expect(response.headers[.errorCode] == expectation.code)
      #expect(response.headers[.retryAfter] == expectation.retryAfter)
      #expect(error.message == expectation.message)
    }
  }

  @Test func noFailureIsStoredAsTheAnswerToAKey() {
    for expectation in expectations { #expect(!AnsweredError.isStored(expectation.failure)) }
  }
}
