import Push

extension PushFault {
  static let overdue = PushFault(
    .overdue, "It was not sent within the retry deadline. Send it again, or allow more connections.")
  static let cancelled = PushFault(.cancelled, "The task that sent it was cancelled.")
  static let shutdown = PushFault(.shutdown, "The sender is shutting down. Send it again when it has started.")

  static func noCredentials(_ environment: PushEnvironment) -> PushFault {
    PushFault(
      .noCredentials,
      "There is no key for \(environment.rawValue). Set key id, team id and the .p8 file for this environment.")
  }
}
