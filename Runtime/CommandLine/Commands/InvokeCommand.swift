import ArgumentParser
import Edge
import FoundationEssentials
import HTTPTypes
import Host

/// `invoke`: calls a function.
struct InvokeCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "invoke",
      abstract: "Call a function.",
      discussion: """
        The call goes to the host that serves the database, through the socket beside it; if none is running, the function \
        runs in this process, straight on the database. stderr says which way it went, stdout gets the body. The exit code \
        is 1 if the status is 400 or more.

        Examples:
          \(Program.name) invoke \(Application.current.exampleName)
          \(Program.name) invoke like_post --sub 5f0c8f9e-2f5b-4d0e-9d6e-1c6d1c1b7a10 \\
            --body @like.json
          echo '{"name":"Ada"}' | \(Program.name) invoke greet --body -
          \(Program.name) invoke todo --method GET --path '/tasks/1?q=2'
        """)
  }

  @OptionGroup var options: ConfigurationOptions

  @Argument(help: "The function's name.")
  var name: String

  @Option(help: "The body: text, @<file>, or - for stdin.")
  var body: String?

  @Option(help: "The method.")
  var method = "POST"

  @Option(help: "What follows the function's name in the URL, percent-encoded, with the query.")
  var path = ""

  @Option(help: "The token's role. (default: authenticated with --sub, else what the function asks for)")
  var role: String?

  @Option(help: "The token's user, a UUID.")
  var sub: String?

  func validate() throws {
    guard HTTPRequest.Method(method) != nil else {
      throw ValidationError("--method is \"\(method)\": expected a method of HTTP")
    }
    guard path.isEmpty || path.hasPrefix("/") || path.hasPrefix("?") else {
      throw ValidationError("--path is \"\(path)\": expected it to start with / or ?")
    }
    guard (name + path).utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw ValidationError("The name and --path are part of a URL: percent-encode what is not plain ASCII")
    }
  }

  func run() async throws {
    let configuration = try options.load()
    let application = try await KnownBundles.application(configuration, .current)
    let access = application.functions.first { $0.name == name }?.traits.access
    let status = try await call(configuration, access).perform(on: configuration, Application.current)
    guard status < 400 else {
      if status == 401, access == .user, sub == nil { Output.error("hint: this function needs a user: --sub <UUID>") }
      throw ExitCode(Failure.Code.failed.rawValue)
    }
  }

  /// - Parameter access: the function's access; nil if there is no function of that name.
  private func call(_ configuration: LoadedConfiguration, _ access: AccessKind?) throws -> FunctionCall {
    guard FunctionName.isValid(name) else {
      throw Failure(.failed, "\"\(name)\" is not a function name: expected \(FunctionName.rule)")
    }
    let bytes = try OptionContent.bytes(body, "The body")
    var headers: HTTPFields = [.authorization: "Bearer \(try token(configuration, access))"]
    if let bytes {
      let isJSON = (try? Wire.decode(JSONValue.self, from: bytes)) != nil
      headers[.contentType] = isJSON ? "application/json" : "application/octet-stream"
    }
    return FunctionCall(
      method: HTTPRequest.Method(method) ?? .post, target: "/functions/v1/\(name)\(path)", headers: headers,
      body: bytes,
      timeout: (configuration.host.functions[name]?.wallClock ?? configuration.host.limits.wallClock) + 5)
  }

  private func token(_ configuration: LoadedConfiguration, _ access: AccessKind?) throws -> String {
    let standard: Role = sub != nil ? .authenticated : access == .serviceRole ? .serviceRole : .anon
    let minter = try TokenMinter(secret: configuration.host.tokens.secret)
    return minter.token(role: role.map(Role.init(rawValue:)) ?? standard, subject: sub, now: Date())
  }
}
