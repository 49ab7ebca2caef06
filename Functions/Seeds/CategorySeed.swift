import Edge

/// A seeded category. Its ids are fixed, so that seeding again finds the existing rows.
private struct CategorySeed {
  let id: String
  let name: String
  let options: [(id: String, label: String)]
}

extension Transaction {
  /// Inserts the missing categories and options.
  func seedCategories() async throws {
    for (position, category) in categorySeeds.enumerated() {
      try await execute(
        """
        INSERT INTO categories (id, name, sort_order) VALUES (\(category.id), \(category.name), \(position))
        ON CONFLICT (id) DO NOTHING
        """)
      let rows: [SQL] = category.options.enumerated().map { position, option in
        "(\(option.id), \(category.id), \(option.label), \(position))"
      }
      try await execute(
        """
        INSERT INTO options (id, category_id, label, sort_order) VALUES \(rows.joined())
        ON CONFLICT (id) DO NOTHING
        """)
    }
  }
}

private let categorySeeds = [
  CategorySeed(
    id: "331db901-64de-5ca8-8f7c-67edec922755", name: "Restaurants",
    options: [
      ("10b0e93a-5023-5e88-9e9a-eddc17d0c725", "Pizza"),
      ("24b765b9-f3ed-58c6-8674-36e4307754eb", "Sushi"),
      ("7dfa5df2-959b-56de-8e50-d94b05f2b11f", "Burgers"),
      ("014aba77-2d19-51fb-b628-34d25abf46ac", "Tacos"),
      ("7b26279b-8919-5041-b41b-bba678d9584b", "Ramen"),
      ("9e0f4abe-8c56-5739-abb3-176c566edac1", "Curry"),
      ("e3b53184-8dfd-54e3-bcea-f5a02859c484", "Falafel"),
      ("c64a4b6a-75b6-52bb-8087-1298a197437b", "Dim sum"),
      ("462e668c-3b8d-5633-a814-f0b63f6fac05", "Barbecue"),
      ("eb2dbba8-e796-5ebf-8a46-2afe92cdaac1", "Pho"),
      ("4f48142e-cee5-5d43-9440-beace43b6cc6", "Tapas"),
      ("caa16c01-a9f1-51c1-ab26-578c9e54de93", "Salad bar"),
    ]),
  CategorySeed(
    id: "e29486a1-b4c7-5242-823a-1ffce650e6de", name: "Movies",
    options: [
      ("a60eaac4-b752-5db1-9f50-2a0a70a71744", "Casablanca"),
      ("683033fd-2752-5765-bab8-46a89a62eb0b", "Seven Samurai"),
      ("5a319bf8-edc3-5957-9a85-7c64b3f7aada", "Some Like It Hot"),
      ("f9d1d968-6762-5eeb-a9f6-c8998d82cbfa", "Alien"),
      ("e0ff2e60-c09f-554a-bb5e-8cae0d5db9be", "Back to the Future"),
      ("811d8fef-9897-59d1-8b45-5504434c0327", "The Princess Bride"),
      ("8753c293-2b67-5027-a203-d9c84ce820c0", "Toy Story"),
      ("36762211-4491-5521-8021-9d0dc932b0fa", "The Matrix"),
      ("12b56912-a507-5189-b576-97ff5ccc680b", "Amélie"),
      ("aed5f29e-0eca-546d-9d27-31a312a78947", "Spirited Away"),
      ("0e5d114b-5ad8-5c42-9554-5f491742f5c7", "Paddington 2"),
      ("5bee6a00-8712-57be-a234-16cee224eb49", "Parasite"),
    ]),
  CategorySeed(
    id: "742ae64b-42fd-5788-93e3-5402afbdba4b", name: "Activities",
    options: [
      ("211838f3-3baa-52c1-b444-bcb5617c70b7", "Bowling"),
      ("e1d67552-73d5-585f-94d9-66fc8fa06e46", "Board games"),
      ("9d1202e9-8467-5a41-92a7-4b12ba2c8d00", "Hiking"),
      ("84190ca8-d88b-5ed5-bf9d-b7c9e221a285", "Museum"),
      ("e865f9e5-c8da-54d3-a97b-5ef0541de4d4", "Karaoke"),
      ("b17b4363-e0b9-53e9-9b83-6c97bfe051c2", "Swimming"),
      ("e8a40dec-df6d-5bc4-8f6d-1d4df0917ac4", "Mini golf"),
      ("81d0a382-2316-5833-a601-79e96bde51f6", "Escape room"),
      ("ba24ac35-0225-5b4e-9793-f4dc3c0d9add", "Picnic"),
      ("e2aceea4-50b8-5eec-afd4-0386f9f42beb", "Climbing"),
      ("148d6333-1a57-5076-a5ec-b749e498c880", "Live music"),
      ("8e94cbd0-618b-5ac6-aacc-770a55965091", "Bike ride"),
    ]),
]
