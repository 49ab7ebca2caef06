import FoundationEssentials

/// The encoding for other hosts. Minutes without calls are left out.
extension FunctionStatistics: Codable {
  private enum CodingKeys: String, CodingKey {
    case name, calls, refused, errors, running, last, version, minute, minutes
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let minute = try values.decode(MinuteStatistics.self, forKey: .minute).minute
    let minutes = try values.decode([MinuteStatistics].self, forKey: .minutes)
    self.init(
      name: try values.decode(String.self, forKey: .name), calls: try values.decode(Int.self, forKey: .calls),
      refused: try values.decode(Int.self, forKey: .refused), errors: try values.decode(Int.self, forKey: .errors),
      running: try values.decode(Int.self, forKey: .running),
      last: try values.decodeIfPresent(Date.self, forKey: .last),
      version: try values.decodeIfPresent(String.self, forKey: .version),
      minutes: Self.hour(endingWith: minute, minutes))
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(name, forKey: .name)
    try values.encode(calls, forKey: .calls)
    try values.encode(refused, forKey: .refused)
    try values.encode(errors, forKey: .errors)
    try values.encode(running, forKey: .running)
    try values.encodeIfPresent(last, forKey: .last)
    try values.encodeIfPresent(version, forKey: .version)
    try values.encode(MinuteStatistics(minute: minutes.last?.minute ?? 0), forKey: .minute)
    try values.encode(minutes.filter { $0.calls > 0 }, forKey: .minutes)
  }
}
