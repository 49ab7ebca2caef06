import ArgumentParser

/// The executable's root command, which only has subcommands.
struct RootCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    let name = Program.name
    return CommandConfiguration(
      commandName: name,
      abstract: "Runs Swift functions at /functions/v1/<name>, as Supabase Edge Functions answer.",
      discussion: """
        Settings come from flags, then the environment, then .env, then config.toml; \
        `\(name) serve --print-config` shows each one and where it came from.

        Start with:
          \(name) serve
        """,
      version: Application.current.versionInWords,
      subcommands: [
        ServeCommand.self, DeployCommand.self, RollbackCommand.self, UndeployCommand.self, BundlesCommand.self,
        FunctionsCommand.self, InvokeCommand.self, OperationsCommand.self, LogsCommand.self, JobsCommand.self,
        WorkersCommand.self,
        PushCommand.self, ConsoleCommand.self,
        SimulatorCommand.self, TokenCommand.self, MigrateCommand.self, SeedCommand.self, InitCommand.self,
        DevCommand.self,
        OpenAPICommand.self, ClientCommand.self,
        DoctorCommand.self, ConfigCommand.self, BackupCommand.self, RestoreCommand.self,
      ] + (Application.current.demo == nil ? [] : [DemoCommand.self]))
  }
}
