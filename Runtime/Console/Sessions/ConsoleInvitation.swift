package import Edge

/// The answer of the control `console_code`: an address that signs a browser in once.
package struct ConsoleInvitation: Codable, Sendable {
  /// The address, with the code.
  package let url: String
  /// The seconds until the code ends.
  package let expiresIn: Int

  private enum CodingKeys: String, CodingKey {
    case url
    case expiresIn = "expires_in"
  }

  /// The address of the console of a host.
  init(host: String, code: String) {
    url = "\(host)/console/enter?code=\(code)"
    expiresIn = OneUseCodes.life
  }
}

extension OneUseCodes {
  /// The control behind `swiftlet console`. The host answers it on its Unix socket alone: with the development secret
  /// each program on this machine can make tokens of the service role.
  ///
  /// - Parameter host: returns the start of the console's URLs; nil if the console is off.
  package func control(clock: WallClock, host: @escaping @Sendable () -> String?) -> any Endpoint {
    Function("console_code", access: .serviceRole) { _ in
      guard let host = host() else {
        throw FunctionError.validation(
          "The console is off on this host\nhint: set enabled = true in [console], then restart the host")
      }
      return ConsoleInvitation(host: host, code: self.issue(at: clock.now))
    }.onSocketAlone()
  }
}
