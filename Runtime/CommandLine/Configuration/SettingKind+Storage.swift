import Host

extension SettingKind where Value == [String] {
  /// The media types that a bucket takes.
  static var mediaTypes: Self {
    Self(
      expected: "media types without scripts, such as [\"image/*\", \"application/pdf\"]",
      text: { node in
        guard case .array(let elements) = node else { return nil }
        let texts = elements.compactMap { element in onlyText(element) }
        return texts.count == elements.count ? texts.joined(separator: ",") : nil
      },
      read: { text in
        let types = text.split(separator: ",").map { $0.filter { $0 != " " }.lowercased() }
        return !types.isEmpty && types.allSatisfy(StorageConfiguration.isMediaType) ? types : nil
      },
      write: { $0.joined(separator: ", ") })
  }
}
