import Host
import Workers

/// A reader of the tables `[functions.<name>]` and of the tables of secrets in `config.toml`.
struct FunctionTables {
  let reader: TablesReader
  /// Looks up the variable of `env(NAME)`.
  let variable: (String) -> String?
  /// How the functions' workers run, by function.
  private(set) var workers: [String: WorkersConfiguration.Function] = [:]

  init(reader: TablesReader, variable: @escaping (String) -> String?) {
    self.reader = reader
    self.variable = variable
  }

  /// The configurations of `[functions.*]`, by name.
  ///
  /// - Parameters:
  ///   - known: the application's functions and jobs; other names give a warning.
  ///   - inline: the functions without workers; settings of their workers give a warning.
  mutating func functions(
    known: Set<String>?, inline: Set<String> = []
  ) throws(Failure) -> [String: FunctionConfiguration] {
    var functions: [String: FunctionConfiguration] = [:]
    try reader.readEach(of: "functions", keys: KnownKeys.function) { section throws(Failure) in
      section.warn(ofUnknown: "function", among: known)
      if inline.contains(section.member) { section.warn(ofUseless: KnownKeys.worker) }
      var function = FunctionConfiguration()
      if let enabled = try section.read("enabled", .flag) { function.enabled = enabled }
      function.verifyJWT = try section.read("verify_jwt", .flag)
      function.idleTimeout = try section.read("idle_timeout", .seconds(0.05...86_400))
      function.wallClock = try section.read("wall_clock_limit", .seconds(0.05...86_400))
      function.maximumBody = try section.read("max_body", .bytes(1...(64 << 30)))
      function.allowedHosts = try section.read("allow_hosts", .hosts)
      var worker = try self.worker(section)
      worker.idle = function.idleTimeout.map { .seconds($0) }
      worker.wallClock = function.wallClock.map { .seconds($0) }
      workers[section.member] = worker
      function.secrets = try secrets(section.table["secrets"], section: "\(section.name).secrets")
      functions[section.member] = function
    }
    return functions
  }

  /// The keys of a function that are about its workers.
  private func worker(_ section: ConfigurationSection) throws(Failure) -> WorkersConfiguration.Function {
    var worker = WorkersConfiguration.Function()
    worker.policy = try section.read("policy", .word)
    worker.group = try section.read("group", .name)
    worker.memory = try section.read("memory", .bytes((8 << 20)...(1 << 40))).map { UInt64($0) }
    worker.softCPU = try section.read("cpu_soft", .seconds(0.01...86_400)).map { .seconds($0) }
    worker.hardCPU = try section.read("cpu_hard", .seconds(0.01...86_400)).map { .seconds($0) }
    worker.concurrency = try section.read("concurrency", .integer(1...4096))
    worker.queueTimeout = try section.read("queue_timeout", .seconds(0...3600)).map { .seconds($0) }
    worker.openFiles = try section.read("open_files", .integer(16...65_536))
    worker.logLines = try section.read("log_lines", .integer(1...100_000))
    worker.sandbox = try section.read("sandbox", .word)
    if let soft = worker.softCPU, let hard = worker.hardCPU, soft > hard {
      throw Failure(
        .configuration, "\(reader.file.name) [\(section.name)] cpu_soft is more than cpu_hard",
        hint: "the soft limit warns, the hard one ends the worker: make the soft one the smaller")
    }
    return worker
  }

  /// The secrets of a table; `section` is the table's path.
  func secrets(_ node: TOMLNode?, section: String) throws(Failure) -> [String: String] {
    guard let node else { return [:] }
    let file = reader.file
    guard let table = node.table else { throw file.refusal("[\(section)]", node, expected: "a table of texts") }
    var secrets: [String: String] = [:]
    try file.readEach(of: table) { (name, node) throws(Failure) in
      guard case .text(let text) = node else {
        // The value is not shown: a number may be a secret too.
        throw Failure(.configuration, "\(file.name) [\(section)] \(name) is no text: expected \"…\" or \"env(NAME)\"")
      }
      if FunctionSecrets.isReserved(name) {
        reader.warn(
          "\(file.name): [\(section)] \(name) is left out: names that start with SUPABASE_ are the host's")
        return
      }
      guard let value = resolve(text) else {
        reader.warn("\(file.name): [\(section)] \(name) is \(text), and that variable is not set")
        return
      }
      secrets[name] = value
      reader.note(
        ConfigurationEntry(
          key: "\(section).\(name)", value: value, origin: "\(file.name) [\(section)] \(name)", isSecret: true))
    }
    return secrets
  }

  /// The text, or the value of the variable that `env(NAME)` names.
  private func resolve(_ text: String) -> String? {
    guard text.hasPrefix("env("), text.hasSuffix(")") else { return text }
    return variable(String(text.dropFirst(4).dropLast()))
  }
}
