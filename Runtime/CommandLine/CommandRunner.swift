import ArgumentParser
import Glibc

/// Runs one command from its arguments to its exit code.
enum CommandRunner {
  /// Runs the command; errors go to stderr.
  ///
  /// - Returns: the exit code. A command that succeeded, and whose output could not be written, has failed.
  static func run(_ arguments: [String]) async -> Int32 {
    // A write whose reader has gone is an error (EPIPE) on every thread. The signal would stay pending on some: threads
    // inherit the mask of the thread that starts them.
    _ = signal(SIGPIPE, SIG_IGN)
    let code = await runCommand(arguments)
    guard code == 0 else { return code }
    do throws(Failure) {
      try Output.check()
      return 0
    } catch {
      Output.error("\(error)")
      return error.code.rawValue
    }
  }

  private static func runCommand(_ arguments: [String]) async -> Int32 {
    do {
      var command = try RootCommand.parseAsRoot(arguments)
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
      return 0
    } catch let code as ExitCode {
      return code.rawValue
    } catch {
      return report(error, of: arguments)
    }
  }

  /// Writes the parser's text (help, usage or a mistake), or the lines of a ``Failure``.
  private static func report(_ error: any Error, of arguments: [String]) -> Int32 {
    let code = RootCommand.exitCode(for: error)
    if code == .success {
      Output.line(RootCommand.fullMessage(for: error))
      return 0
    }
    guard code == .validationFailure else {
      let failure = Failure(error)
      Output.error("\(failure)")
      return failure.code.rawValue
    }
    if let unknown = UnknownCommand(in: arguments) {
      Output.error(unknown.message)
      return code.rawValue
    }
    let message = RootCommand.fullMessage(for: error)
    Output.error(message.hasPrefix("Error: ") ? "error: \(message.dropFirst("Error: ".count))" : message)
    return code.rawValue
  }
}
