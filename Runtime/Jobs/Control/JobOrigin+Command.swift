import Edge

extension JobOrigin {
  private static let maximumAccount = 255

  /// The origin of a job that a command enqueues, such as `jobs run`, for an account of the operating system.
  ///
  /// - Throws: ``FunctionError`` 400 `VALIDATION_ERROR` for an account of more than 255 bytes or with U+0000.
  init(command: String, account: String?) throws(FunctionError) {
    if let account, account.utf8.count > Self.maximumAccount {
      throw .validation("The account has \(account.utf8.count) bytes: expected at most \(Self.maximumAccount)")
    }
    // Postgres stores it in JSON, but reads no JSON with it.
    if let account, account.utf8.contains(0) {
      throw .validation("The account has the character U+0000, which no account may have")
    }
    self.init(trigger: "command", function: command, user: account)
  }
}
