import Host

extension SettingKind where Value == [String] {
  /// The media types that a bucket takes.
  static var mediaTypes: Self {
    list(
      expected: "media types without scripts, such as [\"image/*\", \"application/pdf\"]",
      split: { text in text.split(separator: ",").map { $0.filter { $0 != " " }.lowercased() } },
      accepts: { StorageConfiguration.isMediaType($0) }, make: { $0.isEmpty ? nil : $0 },
      write: { $0.joined(separator: ", ") })
  }
}
