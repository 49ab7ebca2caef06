import APNs
import Cryptography
import FoundationEssentials
import Host
import Loop
import Workers

extension Doctor {
  static func descriptors(_ configuration: LoadedConfiguration?) -> Finding {
    let limit = OpenFiles.limit
    do throws(Failure) {
      try OpenFiles.check(limit: limit)
    } catch {
      return .problem("descriptors", error)
    }
    let hint = "raise the limit: ulimit -n 65536, or LimitNOFILE=65536 in the unit of systemd"
    if let most = configuration?.host.limits.connections, most > limit / 4 * 3 {
      return .warning(
        "descriptors", "this process may open \(limit) files, and max_connections is \(most)", hint: hint)
    }
    guard limit >= 4096 else {
      return .warning(
        "descriptors", "this process may open \(limit) files, so a host serves at most \(limit / 4 * 3) connections",
        hint: hint)
    }
    return .good("descriptors", "this process may open \(limit) files")
  }

  static func sandbox(_ report: SandboxReport) -> Finding {
    guard let warning = report.warning else {
      return .good("sandbox", "the kernel enforces the \(report.mode.rawValue) sandbox of functions in workers")
    }
    return .warning(
      "sandbox", warning,
      hint: "Landlock of Linux 6.12 and seccomp have all parts; a container's own profile may refuse them")
  }

  /// The system's root certificates, which authenticate the servers of `context.http`, the project and Apple.
  static var certificates: Finding {
    let paths = ["/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem"]
    guard let path = paths.first(where: { FileManager.default.fileExists(atPath: $0) }) else {
      return .problem(
        "certificates", "the system has no certificates of authorities: no call over https can succeed",
        hint: "apt-get install ca-certificates")
    }
    return validity(of: path, subject: "certificates", what: "the system's certificates")
  }

  /// Whether a file's certificates can be read and are valid.
  ///
  /// - Parameter what: the file in words, in the plural.
  static func validity(of path: String, subject: String, what: String, now: Date = Date()) -> Finding {
    guard let data = FileManager.default.contents(atPath: path) else {
      return .problem(subject, "\(what) in \(path) cannot be read", hint: "check the permissions of the file")
    }
    let list: CertificateList
    do throws(CryptographyError) {
      list = try CertificateList(pem: String(decoding: data, as: UTF8.self))
    } catch {
      return .problem(subject, "\(what) in \(path) cannot be used: \(error)", hint: "replace the file")
    }
    let valid = list.validities.filter { $0.contains(Int(now.timeIntervalSince1970)) }
    guard let last = valid.map(\.upperBound).max() else {
      return .problem(subject, "\(what) in \(path) have expired, or are not valid yet", hint: "renew them")
    }
    let end = Date(timeIntervalSince1970: Double(last))
    guard end.timeIntervalSince(now) > 14 * 86_400 else {
      return .warning(subject, "\(what) in \(path) expire on \(Words.instant(end))", hint: "renew them")
    }
    return .good(subject, "\(what) in \(path): \(valid.count) of \(list.validities.count) are valid")
  }

  /// The target of pushes, Apple's key and the topic.
  var push: [Finding] {
    let settings = configuration.push
    var findings: [Finding] = []
    switch settings.target {
    case .simulator:
      findings.append(.good("push", "no key of Apple's is configured: pushes go to a simulator in the host"))
    case .apple, .server:
      findings.append(key(settings))
    }
    if let path = settings.caFile {
      findings.append(Self.validity(of: path, subject: "push", what: "the push server's certificates"))
    }
    if let file = configuration.entries.last(where: { $0.key == Settings.pushKeyPath.key }),
      settings.credentials != nil,
      let mode = FileStatus(of: file.value)?.modeOpenToOthers
    {
      findings.append(
        .warning(
          "push", "the file of Apple's key has mode \(mode): other users can read it",
          hint: "chmod 600 \(file.value)"))
    }
    return findings
  }

  private func key(_ settings: PushSettings) -> Finding {
    guard let credentials = settings.credentials else {
      return .good("push", "pushes go to \(settings.recipient), which accepts any key, for \(settings.topic)")
    }
    do throws(PushError) {
      _ = try credentials.providerToken(issuedAt: Date())
    } catch {
      return .problem("push", "Apple's key does not sign: \(error.message)", hint: "download the .p8 file again")
    }
    return .good(
      "push",
      "the key \(credentials.keyID) of team \(credentials.teamID) signs; pushes go to \(settings.recipient) for \(settings.topic), by default to \(settings.environment.rawValue)"
    )
  }

  var storage: [Finding] {
    guard configuration.host.isEmbedded else { return [] }
    let folder = configuration.host.storage.folder
    let place = FileManager.default.fileExists(atPath: folder) ? folder : Paths.folder(of: folder)
    guard FileManager.default.isWritableFile(atPath: place) else {
      return [
        .problem(
          "storage", "the folder \(folder) cannot be written to: uploads fail",
          hint: "give it to the user that runs the host, or set [swiftlet] storage_directory")
      ]
    }
    return [.good("storage", "the folder \(folder) can be written to")]
  }
}
