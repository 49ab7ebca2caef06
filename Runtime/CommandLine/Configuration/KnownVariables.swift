import Wire

/// The variables of the environment that are settings, and warnings about misspelt ones.
enum KnownVariables {
  private static let names = Set(Settings.all.flatMap(\.variables))
  private static let prefixes = ["SWIFTLET_", "APNS_"]

  /// The warnings about variables of Swiftlet's that are no setting, and resemble one.
  ///
  /// Others are not warned of: scripts may have variables of their own with these beginnings.
  ///
  /// - Parameter place: where the variables are: `environment`, or a file's name.
  static func warnings(for variables: [String: String], of place: String) -> [String] {
    variables.keys.sorted().compactMap { name in
      guard !names.contains(name), let prefix = prefixes.first(where: name.hasPrefix) else { return nil }
      // In a short name, two changed letters make another word.
      let most = name.count - prefix.count < 8 ? 1 : 2
      // A distance is never less than the difference of the lengths.
      let candidates = names.filter { $0.hasPrefix(prefix) && abs($0.count - name.count) <= most }
      guard let nearest = Suggestion.closest(to: name, in: candidates),
        Array(name).editDistance(to: Array(nearest)) <= most
      else { return nil }
      return "\(place) \(name) is no setting (did you mean \(nearest)?)"
    }
  }
}
