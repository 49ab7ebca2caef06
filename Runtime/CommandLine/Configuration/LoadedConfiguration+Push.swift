import APNs
import Edge
import FoundationEssentials

extension LoadedConfiguration {
  /// Reads the target of pushes and Apple's key.
  ///
  /// - Throws: ``Failure`` that names the missing parts of an incomplete key, or the part of a complete key that cannot
  ///   be used.
  mutating func readPush(_ reader: SettingsReader) throws(Failure) {
    let faults = reader.faults.all.count
    let keyID = try reader.readIfSet(Settings.pushKeyID, shown: "(none)")
    let teamID = try reader.readIfSet(Settings.pushTeamID, shown: "(none)")
    let text = try reader.readIfSet(Settings.pushKey, shown: "(none)")
    let path = try reader.readIfSet(Settings.pushKeyPath, shown: "(none)")
    let isAlone = keyID == nil && teamID == nil && text == nil && path == nil
    let topic = try reader.readIfSet(Settings.pushTopic, shown: isAlone ? push.topic : "(none)")
    push.environment = try reader.read(Settings.pushEnvironment, default: push.environment)
    let url = try reader.readIfSet(Settings.pushURL, shown: isAlone ? "(a simulator in the host)" : "(Apple's)")
    push.caFile = try reader.readIfSet(Settings.pushCAFile, shown: "(the system's certificates)")
    try reader.faults.attempt { () throws(Failure) in try checkCertificates(reader) }

    push.target = url.map { .server(url: $0) } ?? (isAlone ? .simulator : .apple)
    if let topic { (push.topic, push.isTopicConfigured) = (topic, true) }
    // A simulator on this machine accepts any key, so none has to be set.
    guard push.reachesPhones || !isAlone else { return }
    guard let keyID, let teamID, text != nil || path != nil, topic != nil else {
      // A part that was refused is not missing.
      guard reader.faults.all.count == faults else { return }
      throw incomplete(reader)
    }
    if text != nil, path != nil {
      warnings.append("APNS_PRIVATE_KEY and APNS_PRIVATE_KEY_PATH are both set: the first one counts.")
    }
    let key = if let text { text } else { try keyFile(path ?? "", reader) }
    push.credentials = try credentials(keyID, teamID, key, reader)
  }

  private func incomplete(_ reader: SettingsReader) -> Failure {
    let parts: [(name: String, origin: String?)] = [
      ("APNS_KEY_ID", reader.origin(of: Settings.pushKeyID)), ("APNS_TEAM_ID", reader.origin(of: Settings.pushTeamID)),
      (
        "APNS_PRIVATE_KEY or APNS_PRIVATE_KEY_PATH",
        reader.origin(of: Settings.pushKey) ?? reader.origin(of: Settings.pushKeyPath)
      ),
      ("APNS_TOPIC", reader.origin(of: Settings.pushTopic)),
    ]
    let missing = parts.filter { $0.origin == nil }.map(\.name)
    let given = (parts.compactMap(\.origin) + [reader.origin(of: Settings.pushURL)].compactMap { $0 })
    return Failure(
      .configuration,
      """
      Apple's push key is incomplete: \(given.joined(separator: ", ")) \(given.count == 1 ? "is" : "are") set, but not \
      \(missing.joined(separator: ", "))
      """,
      hint: """
        set what is missing, in the environment, in .env or under [apns] in config.toml; or set no key at all, and pushes go \
        to a simulator
        """)
  }

  private func keyFile(_ path: String, _ reader: SettingsReader) throws(Failure) -> String {
    let origin = reader.origin(of: Settings.pushKeyPath) ?? "APNS_PRIVATE_KEY_PATH"
    guard let data = FileManager.default.contents(atPath: path) else {
      throw Failure(
        .configuration, "\(origin) names \(path), which cannot be read",
        hint: "give the path of the .p8 file from Apple's developer portal, and check its permissions")
    }
    // A file that is not text is refused below as a malformed key.
    return String(decoding: data, as: UTF8.self)
  }

  private func credentials(
    _ keyID: String, _ teamID: String, _ key: String, _ reader: SettingsReader
  ) throws(Failure) -> PushCredentials {
    do throws(PushError) {
      return try PushCredentials(keyID: keyID, teamID: teamID, privateKey: key)
    } catch {
      let origin =
        switch error.field {
        case "key id": reader.origin(of: Settings.pushKeyID)
        case "team id": reader.origin(of: Settings.pushTeamID)
        default: reader.origin(of: Settings.pushKey) ?? reader.origin(of: Settings.pushKeyPath)
        }
      throw Failure(.configuration, "The \(error.field) (\(origin ?? "APNS")) cannot be used. \(error.message)")
    }
  }

  private func checkCertificates(_ reader: SettingsReader) throws(Failure) {
    guard let path = push.caFile else { return }
    try CertificateFile.check(
      path, named: reader.origin(of: Settings.pushCAFile) ?? "APNS_CA_FILE",
      hint: "give the file that `\(Program.name) apns-simulator` prints, or leave it out for the system's certificates")
  }
}
