extension RecipeFamily {
  static let smoothSoups = RecipeFamily(
    "A smooth soup of {a}, finished with {b}.", .easy, serves: 4,
    ["onion": "1", "garlic": "2 cloves", "olive oil": "2 tbsp", "vegetable stock": "1 l", "salt": "1 tsp"],
    [
      "Chop the onion and the garlic, and soften them in the olive oil over a medium heat for 5 minutes.",
      "Cut {a} into pieces, add them with the stock, and simmer until they are tender.",
      "Blend the soup until it is smooth, and season it with the salt.",
      "Serve it hot, finished with {b}.",
    ],
    [
      .init(
        "Carrot and Ginger Soup", "British", 15, 25, ["carrot": "600 g", "ginger": "20 g"], "the carrots", "ginger"),
      .init(
        "Roasted Tomato and Basil Soup", "Italian", 15, 35, ["tomato": "1 kg", "basil": "1 bunch"], "the tomatoes",
        "torn basil"),
      .init(
        "Leek and Potato Soup", "French", 15, 30, ["leek": "3", "potato": "400 g", "cream": "100 ml"],
        "the leeks and potatoes", "a swirl of cream"),
      .init(
        "Butternut Squash Soup", "American", 20, 35, ["butternut squash": "1 kg", "sage": "6 leaves"], "the squash",
        "crisp sage leaves"),
      .init(
        "Broccoli and Cheddar Soup", "American", 10, 20, ["broccoli": "500 g", "cheddar": "120 g"], "the broccoli",
        "grated cheddar"),
      .init(
        "Cauliflower and Cumin Soup", "Indian", 10, 25, ["cauliflower": "1", "cumin": "2 tsp"], "the cauliflower",
        "toasted cumin"),
      .init("Pea and Mint Soup", "British", 10, 15, ["peas": "500 g", "mint": "1 bunch"], "the peas", "chopped mint"),
      .init(
        "Mushroom and Thyme Soup", "French", 15, 25, ["mushroom": "500 g", "thyme": "4 sprigs"], "the mushrooms",
        "thyme leaves"),
      .init(
        "Sweet Potato and Coconut Soup", "Thai", 15, 30, ["sweet potato": "700 g", "coconut milk": "200 ml"],
        "the sweet potatoes", "coconut milk"),
      .init(
        "Beetroot and Dill Soup", "Polish", 20, 40, ["beetroot": "600 g", "dill": "1 bunch", "sour cream": "100 g"],
        "the beetroot", "sour cream and dill"),
    ])

  static let heartyStews = RecipeFamily(
    "A hearty pot of {a} that simmers with {b}.", .medium, serves: 6,
    ["onion": "2", "garlic": "3 cloves", "chopped tomatoes": "400 g", "stock": "700 ml", "bay leaf": "1"],
    [
      "Brown {a} in a heavy pot, and take everything out again.",
      "Soften the chopped onions and garlic in the same pot.",
      "Stir in {b}, the tomatoes, the stock and the bay leaf.",
      "Return everything to the pot, cover it, and simmer gently until all is tender.",
    ],
    [
      .init(
        "Beef and Barley Stew", "Scottish", 20, 110, ["stewing beef": "800 g", "pearl barley": "120 g"],
        "the pieces of beef", "pearl barley"),
      .init(
        "Chicken and White Bean Stew", "Italian", 15, 45, ["chicken thigh": "800 g", "white beans": "400 g"],
        "the chicken thighs", "white beans"),
      .init(
        "Lamb and Apricot Tagine", "Moroccan", 25, 100, ["lamb shoulder": "800 g", "dried apricot": "150 g"],
        "the pieces of lamb", "dried apricots"),
      .init(
        "Pork and Cider Stew", "British", 20, 90, ["pork shoulder": "800 g", "cider": "300 ml", "apple": "2"],
        "the pieces of pork", "cider and apples"),
      .init(
        "Chorizo and Chickpea Stew", "Spanish", 10, 35, ["chorizo": "250 g", "chickpeas": "800 g"],
        "the slices of chorizo", "chickpeas"),
      .init(
        "Sausage and Lentil Casserole", "French", 15, 45, ["sausage": "8", "green lentils": "250 g"], "the sausages",
        "green lentils"),
      .init(
        "Turkey and Black Bean Chili", "Mexican", 15, 50,
        [
          "minced turkey": "600 g", "black beans": "400 g",
          "chili powder": "1 tbsp",
        ], "the minced turkey", "black beans and chili powder"),
      .init(
        "Classic Beef Chili", "American", 15, 75,
        [
          "minced beef": "700 g", "kidney beans": "400 g",
          "chili powder": "1 tbsp",
        ], "the minced beef", "kidney beans and chili powder"),
      .init(
        "Chicken and Okra Gumbo", "Cajun", 25, 60, ["chicken thigh": "600 g", "okra": "250 g", "green pepper": "1"],
        "the chicken thighs", "okra and green pepper"),
      .init(
        "Hungarian Goulash", "Hungarian", 20, 120,
        ["stewing beef": "900 g", "sweet paprika": "3 tbsp", "potato": "500 g"],
        "the pieces of beef", "paprika and potatoes"),
    ])
}
