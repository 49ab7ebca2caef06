import Edge

/// The texts of questions and answers in the database.
///
/// A host of another version may send what this one does not know: such a question or answer alone is skipped.
enum PeerWire {
  /// The most bytes of one answer.
  static let mostBytes = 256 << 10
  /// About the most bytes of all answers of a host to one round.
  static let mostBytesOfRound = 1 << 20
  /// The least room of an answer, however many questions there are.
  private static let leastBytes = 16 << 10
  /// The most bytes of a text that is read.
  private static let mostRead = 4 << 20

  /// An answer with whether something was left out, since it would have been too long.
  struct Received: Codable, Sendable, Hashable {
    let answer: PeerAnswer
    let isCut: Bool

    private enum CodingKeys: String, CodingKey {
      case answer
      case isCut = "cut"
    }
  }

  static func text(of questions: [PeerQuestion]) -> String {
    "["
      + questions.map { (try? Wire.encode($0)).map { String(decoding: $0, as: UTF8.self) } ?? "null" }
      .joined(separator: ",") + "]"
  }

  static func questions(in text: String) -> [PeerQuestion?] {
    let read = try? Wire.decode([Lossy<PeerQuestion>].self, from: Array(text.utf8), upTo: mostRead, depth: 32)
    return read?.map(\.value) ?? []
  }

  /// The text of answers, each of them cut to its share of a row.
  static func text(of answers: [PeerAnswer?]) -> String {
    let limit = max(leastBytes, min(mostBytes, mostBytesOfRound / max(1, answers.count)))
    return "[" + answers.map { element($0, limit: limit) }.joined(separator: ",") + "]"
  }

  static func answers(in text: String) -> [Received?] {
    let read = try? Wire.decode([Lossy<Received>].self, from: Array(text.utf8), upTo: mostRead, depth: 32)
    return read?.map(\.value) ?? []
  }

  /// The text of an answer; `null` for none, and for one that cannot be cut to the limit.
  private static func element(_ answer: PeerAnswer?, limit: Int) -> String {
    var (rest, isCut) = (answer, false)
    while let answer = rest {
      guard let bytes = try? Wire.encode(Received(answer: answer, isCut: isCut)) else { break }
      if bytes.count <= limit { return String(decoding: bytes, as: UTF8.self) }
      (rest, isCut) = (answer.halved, true)
    }
    return "null"
  }
}

/// An element of an array that is nil if it cannot be read.
private struct Lossy<Value: Decodable>: Decodable {
  let value: Value?

  init(from decoder: any Decoder) throws { value = try? Value(from: decoder) }
}
