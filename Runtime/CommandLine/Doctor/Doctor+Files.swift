import Loop

extension Doctor {
  /// The files of the configuration and the folder of bundles that other users can read or write, though they hold
  /// secrets, settings or programs of the host. The group of a file with secrets may read it: the host's user can be in
  /// the group of a file that root owns.
  var files: [Finding] {
    let (request, folder) = (configuration.request, configuration.bundles.folder)
    var findings: [Finding] = []
    if let path = request.texts?.variables?.path, let mode = FileStatus(of: path)?.modeOpenBeyondGroup {
      findings.append(Self.openFile(path, mode, "other users can read or change its secrets"))
    }
    if let path = request.texts?.configuration?.path, let status = FileStatus(of: path) {
      if holdsSecrets(request.configurationFile ?? "config.toml"), let mode = status.modeOpenBeyondGroup {
        findings.append(Self.openFile(path, mode, "other users can read or change its secrets"))
      } else if let mode = status.modeWritableByOthers {
        findings.append(Self.openFile(path, mode, "other users can change what the host does", "chmod go-w \(path)"))
      }
    }
    if let mode = FileStatus(of: folder)?.modeWritableByOthers {
      findings.append(
        Self.openFile(folder, mode, "other users can replace the programs that the host runs", "chmod 700 \(folder)"))
    }
    return findings
  }

  private static func openFile(_ path: String, _ mode: String, _ effect: String, _ remedy: String? = nil) -> Finding {
    .warning("files", "\(path) has mode \(mode): \(effect)", hint: remedy ?? "chmod g-w,o= \(path)")
  }

  /// Whether a value of `config.toml` is a secret, or the address of a server, which may have a password.
  private func holdsSecrets(_ name: String) -> Bool {
    configuration.entries.contains { entry in
      let isSecret = entry.isSecret || entry.key == Settings.database.key && configuration.database.isShared
      return isSecret && entry.origin.hasPrefix("\(name) ")
    }
  }
}
