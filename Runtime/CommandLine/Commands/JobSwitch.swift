import ArgumentParser
import Jobs

/// The arguments of `jobs pause` and `jobs resume`.
struct JobSwitch: ParsableArguments {
  @OptionGroup var options: ConfigurationOptions

  @Argument(help: "The job's or the function's name.")
  var name: String

  @Flag(help: "As JSON.")
  var json = false

  /// Calls a control, and prints `word` with the job's name.
  func turn(_ control: String, _ word: String) async throws {
    try await options.withHostControl { host in
      let turned: JobCommand.Name = try await host.call(control, JobCommand.Name(name: name))
      try json ? Output.json(turned) : Output.line("\(word) \(turned.name).")
    }
  }
}
