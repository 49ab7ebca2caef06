import Edge

extension HostError {
  /// - Parameter fault: what is wrong with the key, as a predicate.
  static func invalidKey(_ fault: String) -> HostError {
    HostError(
      status: .badRequest, code: "IDEMPOTENCY_KEY_INVALID",
      message: "Idempotency-Key \(fault): send 1 to \(IdempotencyKey.longest) characters, such as a UUID",
      isNested: true)
  }

  static let keyReused = HostError(
    status: .unprocessableContent, code: "IDEMPOTENCY_KEY_REUSED",
    message: "This Idempotency-Key was used for another request: send a new one", isNested: true)

  static let keyInUse = HostError(
    status: .conflict, code: "IDEMPOTENCY_KEY_IN_USE",
    message: "The first request with this Idempotency-Key is still in hand: send it again later", isNested: true,
    headers: [.retryAfter: "1"])

  static let answerTooLarge = HostError(
    status: .internalServerError, code: answerNotStored,
    message: "The call was undone: an idempotent function's answer has at most \(StoredAnswer.largest) bytes",
    isNested: true)

  static let streamedAnswer = HostError(
    status: .internalServerError, code: answerNotStored,
    message: "The call was undone: an idempotent function's answer is not streamed", isNested: true)

  /// - Parameter retryAfter: in seconds.
  static func tooManyAnswers(retryAfter: Double) -> HostError {
    HostError(
      status: .tooManyRequests, code: FunctionError.Code.rateLimitExceeded.rawValue,
      message: "The answers to your idempotency keys take too much room: send fewer keys, or wait until they expire",
      isNested: true, headers: [.retryAfter: "\(Int(retryAfter.rounded(.up)))"])
  }

  private static let answerNotStored = "IDEMPOTENT_ANSWER_TOO_LARGE"
}
