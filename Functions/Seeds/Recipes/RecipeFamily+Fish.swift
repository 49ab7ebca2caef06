extension RecipeFamily {
  static let fishDishes = RecipeFamily(
    "{a}, quickly cooked and served with {b}.", .medium, serves: 2,
    ["olive oil": "2 tbsp", "lemon": "1", "salt": "1/2 tsp", "parsley": "1/2 bunch"],
    [
      "Pat the fish or seafood dry, and season it with the salt.",
      "Prepare {b} first, since the rest is quick.",
      "Cook everything in the hot olive oil for a few minutes a side, until just done.",
      "Serve with the lemon and the chopped parsley.",
    ],
    [
      .init(
        "Pan-Fried Sea Bass with Fennel", "Italian", 15, 15, ["sea bass fillet": "2", "fennel": "1"], "Sea bass",
        "a salad of fennel"),
      .init(
        "Sole Meunière", "French", 10, 12, ["sole": "2", "butter": "60 g", "capers": "1 tbsp"], "Sole",
        "brown butter and capers"),
      .init(
        "Grilled Mackerel with Beetroot", "British", 15, 10,
        [
          "mackerel fillet": "4", "cooked beetroot": "250 g",
          "horseradish": "1 tbsp",
        ], "Mackerel", "beetroot and horseradish"),
      .init(
        "Miso Glazed Salmon", "Japanese", 10, 12, ["salmon fillet": "2", "miso": "2 tbsp", "rice": "150 g"], "Salmon",
        "boiled rice and a miso glaze"),
      .init(
        "Garlic Prawns", "Spanish", 10, 8,
        [
          "prawns": "400 g", "garlic": "5 cloves", "dried chili": "1/2 tsp",
          "bread": "4 slices",
        ], "Prawns", "garlic, chili and bread"),
      .init(
        "Trout with Almonds", "French", 10, 15, ["trout": "2", "almonds": "60 g", "butter": "40 g"], "Trout",
        "almonds in butter"),
      .init(
        "Seared Tuna with Sesame", "Japanese", 10, 6, ["tuna steak": "2", "sesame seeds": "40 g", "cucumber": "1"],
        "Tuna steaks", "sesame and cucumber"),
      .init(
        "Mussels in White Wine", "Belgian", 20, 10, ["mussels": "1 kg", "white wine": "200 ml", "shallot": "2"],
        "Mussels", "white wine and shallots"),
      .init(
        "Squid with Chickpeas", "Portuguese", 20, 15,
        ["squid": "500 g", "chickpeas": "400 g", "smoked paprika": "1 tsp"],
        "Squid", "chickpeas and smoked paprika"),
      .init(
        "Halibut with Green Beans", "American", 10, 15,
        [
          "halibut fillet": "2", "green beans": "250 g",
          "butter": "30 g",
        ], "Halibut", "green beans in butter"),
    ])

  static let burgers = RecipeFamily(
    "Juicy patties of {a}, served with {b}.", .easy, serves: 4,
    ["onion": "1", "egg": "1", "breadcrumbs": "50 g", "salt": "1 tsp", "black pepper": "1/2 tsp"],
    [
      "Grate the onion, and mix it with {a}, the egg, the breadcrumbs, the salt and the pepper.",
      "Form even patties, and chill them for 10 minutes.",
      "Fry them in a little oil on both sides until they are brown and done inside.",
      "Serve them with {b}.",
    ],
    [
      .init(
        "Classic Cheeseburger", "American", 20, 12, ["minced beef": "600 g", "cheddar": "4 slices", "burger bun": "4"],
        "minced beef", "cheddar in a bun"),
      .init(
        "Lamb Burgers with Tzatziki", "Greek", 20, 12, ["minced lamb": "600 g", "yogurt": "150 g", "cucumber": "1/2"],
        "minced lamb", "tzatziki of yogurt and cucumber"),
      .init(
        "Chickpea Burgers", "Israeli", 20, 12, ["chickpeas": "800 g", "cumin": "2 tsp", "tahini": "60 g"],
        "mashed chickpeas and cumin", "a tahini sauce"),
      .init(
        "Swedish Meatballs", "Swedish", 25, 20,
        [
          "minced beef": "300 g", "minced pork": "300 g", "cream": "200 ml",
          "lingonberry jam": "4 tbsp",
        ], "minced beef and pork", "a cream sauce and lingonberry jam"),
      .init(
        "Turkey Burgers with Avocado", "American", 15, 14,
        ["minced turkey": "600 g", "avocado": "2", "burger bun": "4"],
        "minced turkey", "avocado in a bun"),
      .init(
        "Black Bean Burgers", "Mexican", 20, 12,
        [
          "black beans": "800 g", "sweetcorn": "100 g", "chili powder": "2 tsp",
          "burger bun": "4",
        ], "mashed black beans, sweetcorn and chili powder", "buns"),
      .init(
        "Salmon Cakes", "British", 25, 12, ["salmon fillet": "400 g", "potato": "400 g", "dill": "1/2 bunch"],
        "flaked salmon, mashed potatoes and dill", "a green salad"),
      .init(
        "Italian Meatballs in Tomato Sauce", "Italian", 25, 35,
        [
          "minced beef": "500 g", "parmesan": "60 g",
          "chopped tomatoes": "800 g",
        ], "minced beef and parmesan", "a sauce of simmered tomatoes"),
      .init(
        "Königsberg Meatballs", "German", 25, 30,
        [
          "minced veal": "500 g", "capers": "2 tbsp", "cream": "150 ml",
          "potato": "800 g",
        ], "minced veal", "a caper sauce and boiled potatoes"),
      .init(
        "Beetroot and Feta Burgers", "Australian", 20, 14, ["beetroot": "400 g", "feta": "150 g", "oats": "60 g"],
        "grated beetroot, feta and oats", "a spoonful of mustard"),
    ])
}
