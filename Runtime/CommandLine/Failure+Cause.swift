import Edge
import Host
import Jobs
import Simulator
import Workers

extension Failure {
  /// Turns an error of the host, the database or the simulator into a command's failure.
  init(_ error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let error as CatalogueError: self.init(.configuration, error.description)
    case let error as ConfigurationProblem: self.init(.configuration, error.description)
    case let error as JobRegistryError: self.init(.configuration, error.description)
    case let error as ListenError: self.init(error)
    case let error as DatabaseError: self.init(error)
    case let error as SimulatorError:
      self.init(error.code == .badCertificates ? .failed : .unavailable, error.description)
    case let error as FunctionError: self.init(.failed, error.message)
    case let error as BundleFault: self.init(.failed, error.message, hint: error.hint)
    case let error as HTTPClientError: self.init(.failed, error.message)
    default: self.init(.failed, "\(error)")
    }
  }

  /// Turns an error into a command's failure, which names the configuration's file if one of its settings is wrong.
  init(_ error: any Error, in request: ConfigurationRequest) {
    guard let error = error as? CatalogueError, error.isOfSetting else {
      self.init(error)
      return
    }
    self.init(.configuration, "\(request.configurationFile ?? "config.toml") \(error.description)")
  }

  private init(_ error: ListenError) {
    switch error.reason {
    case .portTaken: self.init(.unavailable, error.description)
    case .failed: self.init(.unavailable, error.description, hint: "choose another address with --host and --port")
    case .socketFailed:
      self.init(
        .unavailable, error.description,
        hint:
          "remove what is there, or set [swiftlet] socket to a path of at most 107 bytes in a folder that can be written"
      )
    case .databaseInUse:
      self.init(.unavailable, error.description, hint: "stop that host, or choose another database with --database")
    }
  }

  /// What to do about a damaged file.
  static let damageHint = "stop the host and `\(Program.name) restore` a backup; the damaged file is kept beside it"

  private static let lockHint =
    "another process holds a lock: end it, or try again later; on Postgres, pg_stat_activity and pg_locks show which"

  /// The failure of a start whose statements on the host's own tables waited until they timed out.
  static func locked(_ error: DatabaseError) -> Failure {
    Failure(
      .unavailable, "The host's tables, such as swiftlet.migrations, cannot be used: \(error.message)", hint: lockHint)
  }

  private init(_ error: DatabaseError) {
    switch error.code {
    case .cannotOpen, .readOnly:
      self.init(
        .unavailable, error.message, hint: "check the database's address and rights; --database names another one")
    case .corrupt:
      self.init(.unavailable, error.message, hint: Self.damageHint)
    case .full:
      self.init(.unavailable, error.message, hint: "make room on the database's disk")
    case .busy:
      self.init(.unavailable, error.message, hint: Self.lockHint)
    case .io:
      self.init(.unavailable, error.message)
    case .insufficientPrivilege where error.statement?.contains("swiftlet") == true:
      self.init(
        .failed, error.message,
        hint: "make the role the owner of the schema swiftlet and its tables, or GRANT it ALL on both")
    case .migrationUnknown:
      self.init(
        .failed, error.message,
        hint: "start the program that applied it, or a newer one; to go back, restore the database from before it")
    default:
      self.init(.failed, error.description)
    }
  }
}
