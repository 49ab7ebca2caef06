extension RecipeFamily {
  static let gratins = RecipeFamily(
    "A golden bake of {a} under {b}.", .medium, serves: 6,
    ["butter": "40 g", "flour": "40 g", "milk": "500 ml", "nutmeg": "a pinch", "salt": "1 tsp"],
    [
      "Heat the oven to 190 °C, and butter a deep dish.",
      "Melt the butter, stir in the flour, add the milk slowly, and cook a thick white sauce with nutmeg and salt.",
      "Layer {a} with the sauce in the dish.",
      "Cover it with {b}, and bake until it is golden and bubbling.",
    ],
    [
      .init(
        "Classic Lasagne", "Italian", 40, 50,
        [
          "lasagne sheets": "250 g", "minced beef": "500 g",
          "chopped tomatoes": "800 g", "mozzarella": "200 g",
        ], "the pasta, and a sauce of beef and tomatoes", "mozzarella"),
      .init(
        "Macaroni and Cheese", "American", 15, 30, ["macaroni": "400 g", "cheddar": "250 g", "breadcrumbs": "50 g"],
        "boiled macaroni and cheddar", "breadcrumbs"),
      .init(
        "Moussaka", "Greek", 45, 60,
        [
          "aubergine": "3", "minced lamb": "500 g", "chopped tomatoes": "400 g",
          "kefalotyri": "80 g",
        ], "fried aubergines and a sauce of lamb", "grated cheese"),
      .init(
        "Potato Gratin", "French", 25, 70, ["potato": "1.2 kg", "garlic": "2 cloves", "gruyère": "150 g"],
        "thin slices of potato and garlic", "gruyère"),
      .init(
        "Cauliflower Cheese", "British", 15, 35, ["cauliflower": "1", "cheddar": "200 g"], "florets of cauliflower",
        "grated cheddar"),
      .init(
        "Fish Pie", "British", 30, 40,
        [
          "cod fillet": "400 g", "smoked haddock": "300 g", "potato": "1 kg",
          "peas": "150 g",
        ], "the fish and the peas", "mashed potatoes"),
      .init(
        "Leek and Ham Gratin", "Belgian", 20, 35, ["leek": "8", "ham": "8 slices", "gruyère": "150 g"],
        "leeks wrapped in ham", "gruyère"),
      .init(
        "Spinach and Ricotta Cannelloni", "Italian", 30, 40,
        [
          "cannelloni": "250 g", "spinach": "600 g",
          "ricotta": "400 g", "parmesan": "80 g",
        ], "cannelloni filled with spinach and ricotta", "parmesan"),
      .init(
        "Pastitsio", "Greek", 35, 55,
        [
          "macaroni": "400 g", "minced beef": "500 g", "chopped tomatoes": "400 g",
          "cinnamon": "1/2 tsp", "kefalotyri": "80 g",
        ], "macaroni, and beef with tomatoes and cinnamon", "grated cheese"),
      .init(
        "Chicken and Mushroom Pie", "British", 30, 40,
        [
          "chicken breast": "600 g", "mushroom": "300 g",
          "puff pastry": "320 g",
        ], "the chicken and the mushrooms", "puff pastry"),
    ])

  static let flatbreads = RecipeFamily(
    "A crisp flatbread with {a} and {b}.", .medium, serves: 4,
    ["bread flour": "400 g", "dried yeast": "7 g", "olive oil": "3 tbsp", "salt": "2 tsp", "water": "260 ml"],
    [
      "Knead the flour, the yeast, the salt, the water and half of the olive oil into a soft dough.",
      "Let it rise for an hour, and roll it out thinly.",
      "Spread it with {a}, and sprinkle it with the rest of the oil.",
      "Bake it at 240 °C until the edges are dark, and finish it with {b}.",
    ],
    [
      .init(
        "Pizza Margherita", "Italian", 80, 12,
        ["chopped tomatoes": "400 g", "mozzarella": "250 g", "basil": "1 bunch"],
        "tomatoes and mozzarella", "basil leaves"),
      .init(
        "Pizza with Mushrooms and Ham", "Italian", 80, 12,
        [
          "chopped tomatoes": "400 g", "mozzarella": "250 g",
          "mushroom": "200 g", "ham": "120 g",
        ], "tomatoes, mozzarella and mushrooms", "slices of ham"),
      .init(
        "Flammkuchen", "Alsatian", 75, 12, ["sour cream": "200 g", "bacon": "150 g", "white onion": "2"],
        "sour cream and onions", "strips of crisp bacon"),
      .init(
        "Lahmacun", "Turkish", 85, 10,
        ["minced lamb": "300 g", "tomato": "2", "red pepper": "1", "parsley": "1 bunch"],
        "minced lamb, tomatoes and pepper", "parsley"),
      .init(
        "Za'atar Manakish", "Lebanese", 80, 8, ["za'atar": "4 tbsp", "yogurt": "150 g", "cucumber": "1"],
        "za'atar", "yogurt and cucumber"),
      .init(
        "Focaccia with Rosemary", "Italian", 95, 22, ["rosemary": "3 sprigs", "sea salt": "1 tbsp"],
        "needles of rosemary", "flakes of sea salt"),
      .init(
        "Pissaladière", "French", 90, 25, ["onion": "6", "anchovy": "12 fillets", "black olives": "80 g"],
        "softly cooked onions and anchovies", "olives"),
      .init(
        "Pear and Gorgonzola Flatbread", "Italian", 80, 12, ["pear": "2", "gorgonzola": "150 g", "walnuts": "50 g"],
        "slices of pear and gorgonzola", "walnuts"),
      .init(
        "Potato and Rosemary Pizza", "Italian", 85, 15,
        ["potato": "400 g", "rosemary": "2 sprigs", "mozzarella": "150 g"],
        "thin slices of potato and mozzarella", "rosemary"),
      .init(
        "Spicy Salami Pizza", "Italian", 80, 12,
        [
          "chopped tomatoes": "400 g", "mozzarella": "250 g",
          "spicy salami": "120 g", "honey": "1 tbsp",
        ], "tomatoes, mozzarella and salami", "a thread of honey"),
    ])
}
