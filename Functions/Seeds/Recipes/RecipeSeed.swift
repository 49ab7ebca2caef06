import Edge
import Foundation

/// A seeded recipe.
struct RecipeSeed {
  enum Difficulty: String, SQLValue {
    case easy = "Easy"
    case medium = "Medium"
    case hard = "Hard"
  }

  let title: String
  let description: String
  let cuisine: String
  let difficulty: Difficulty
  let servings: Int
  let prepTime: Int
  let cookTime: Int
  let ingredients: [Recipe.Ingredient]
  let steps: [String]

  private struct Step: Encodable {
    let step: Int
    let text: String
  }

  /// The id, which follows from the title, so that seeding again finds the existing row: FNV-1a in the form of a UUID
  /// of version 8 (RFC 9562, section 5.8).
  var id: UUID {
    func hash(_ basis: UInt64) -> UInt64 {
      title.utf8.reduce(basis) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
    let (high, low) = (hash(0xCBF2_9CE4_8422_2325), hash(0x8422_2325_CBF2_9CE4))
    var bytes = [high, low].flatMap { number in
      stride(from: UInt64(56), through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
    }
    bytes[6] = bytes[6] & 0x0F | 0x80
    bytes[8] = bytes[8] & 0x3F | 0x80
    return UUID(
      uuid: (
        bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7], bytes[8], bytes[9], bytes[10],
        bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
      ))
  }

  /// The values of the recipe's row.
  var row: SQL {
    get throws {
      let list = String(decoding: try Wire.encode(ingredients), as: UTF8.self)
      let numbered = steps.enumerated().map { Step(step: $0.offset + 1, text: $0.element) }
      let instructions = String(decoding: try Wire.encode(numbered), as: UTF8.self)
      return """
        (\(id), \(title), \(description), \(servings), \(prepTime), \(cookTime), \(difficulty), \(cuisine), \(list),
          \(instructions))
        """
    }
  }
}
