extension RecipeFamily {
  static let pastas = RecipeFamily(
    "Pasta with {a}, tossed with {b}.", .easy, serves: 4,
    ["garlic": "2 cloves", "olive oil": "3 tbsp", "black pepper": "1/2 tsp", "salt": "1 tbsp"],
    [
      "Boil the pasta in salted water until it still has a bite, and keep a cup of the water.",
      "Fry the sliced garlic in the olive oil, add {a}, and cook for 5 minutes.",
      "Toss the pasta with the sauce and a splash of its water.",
      "Finish it with {b} and black pepper.",
    ],
    [
      .init(
        "Spaghetti with Cherry Tomatoes", "Italian", 10, 15,
        [
          "spaghetti": "400 g", "cherry tomato": "400 g",
          "basil": "1 bunch",
        ], "cherry tomatoes", "torn basil"),
      .init(
        "Penne all'Arrabbiata", "Italian", 10, 20,
        [
          "penne": "400 g", "chopped tomatoes": "400 g", "dried chili": "1 tsp",
          "parsley": "1/2 bunch",
        ], "tomatoes and dried chili", "chopped parsley"),
      .init(
        "Linguine with Clams", "Italian", 20, 15, ["linguine": "400 g", "clams": "1 kg", "parsley": "1 bunch"],
        "clams", "chopped parsley"),
      .init(
        "Pasta with Broccoli and Anchovies", "Italian", 10, 15,
        [
          "orecchiette": "400 g", "broccoli": "400 g",
          "anchovy": "6 fillets", "pecorino": "50 g",
        ], "broccoli and anchovies", "grated pecorino"),
      .init(
        "Mushroom Tagliatelle", "Italian", 10, 15, ["tagliatelle": "400 g", "mushroom": "400 g", "parmesan": "60 g"],
        "mushrooms", "grated parmesan"),
      .init(
        "Fusilli with Chicken and Pesto", "Italian", 10, 20,
        [
          "fusilli": "400 g", "chicken breast": "2",
          "basil pesto": "120 g",
        ], "strips of chicken", "basil pesto"),
      .init(
        "Rigatoni with Sausage and Fennel", "Italian", 15, 25,
        [
          "rigatoni": "400 g", "sausage": "4",
          "fennel seeds": "2 tsp", "parmesan": "50 g",
        ], "crumbled sausage and fennel seeds", "grated parmesan"),
      .init(
        "Farfalle with Salmon and Peas", "Scandinavian", 10, 15,
        [
          "farfalle": "400 g", "salmon fillet": "300 g",
          "peas": "200 g", "dill": "1/2 bunch",
        ], "flaked salmon and peas", "chopped dill"),
      .init(
        "Spaghetti with Lemon and Prawns", "Italian", 15, 15,
        [
          "spaghetti": "400 g", "prawns": "300 g", "lemon": "1",
          "parsley": "1/2 bunch",
        ], "prawns and lemon zest", "chopped parsley"),
      .init(
        "Pasta with Spinach and Ricotta", "Italian", 10, 15,
        [
          "conchiglie": "400 g", "spinach": "300 g",
          "ricotta": "200 g",
        ], "spinach", "spoonfuls of ricotta"),
    ])

  static let stirFries = RecipeFamily(
    "A quick stir-fry of {a} with {b}.", .easy, serves: 3,
    ["soy sauce": "3 tbsp", "garlic": "2 cloves", "ginger": "15 g", "spring onion": "4", "sesame oil": "1 tbsp"],
    [
      "Cut everything into small pieces before you heat the wok.",
      "Fry {a} over a high heat until they are brown at the edges.",
      "Add the garlic, the ginger and {b}, and stir for 3 minutes.",
      "Pour in the soy sauce, and serve with the spring onions and the sesame oil.",
    ],
    [
      .init(
        "Chicken and Cashew Stir-Fry", "Chinese", 15, 10,
        [
          "chicken breast": "2", "cashews": "80 g",
          "red pepper": "1", "rice": "200 g",
        ], "the pieces of chicken", "cashews and red pepper, over boiled rice"),
      .init(
        "Beef and Broccoli Stir-Fry", "Chinese", 15, 10, ["beef steak": "400 g", "broccoli": "300 g", "rice": "200 g"],
        "the strips of beef", "broccoli, over boiled rice"),
      .init(
        "Tofu and Green Bean Stir-Fry", "Chinese", 15, 12, ["tofu": "400 g", "green beans": "250 g"],
        "the cubes of tofu", "green beans"),
      .init(
        "Prawn and Mangetout Stir-Fry", "Thai", 10, 8, ["prawns": "300 g", "mangetout": "200 g", "lime": "1"],
        "the prawns", "mangetout and lime juice"),
      .init(
        "Pork and Pineapple Stir-Fry", "Chinese", 15, 12,
        [
          "pork fillet": "400 g", "pineapple": "250 g",
          "green pepper": "1",
        ], "the strips of pork", "pineapple and green pepper"),
      .init(
        "Egg Noodles with Vegetables", "Chinese", 15, 10, ["egg noodles": "250 g", "carrot": "2", "cabbage": "200 g"],
        "the carrots and the cabbage", "boiled egg noodles"),
      .init(
        "Duck and Plum Stir-Fry", "Chinese", 20, 15, ["duck breast": "2", "plum": "4", "pak choi": "2"],
        "the slices of duck", "plums and pak choi"),
      .init(
        "Chicken Chow Mein", "Chinese", 15, 12,
        [
          "chicken thigh": "400 g", "egg noodles": "250 g",
          "bean sprouts": "150 g",
        ], "the strips of chicken", "boiled noodles and bean sprouts"),
      .init(
        "Kimchi Fried Rice", "Korean", 10, 10, ["cooked rice": "500 g", "kimchi": "200 g", "egg": "3"],
        "the grains of cold rice", "kimchi and scrambled egg"),
      .init(
        "Mushroom and Pak Choi Stir-Fry", "Chinese", 10, 10, ["shiitake mushroom": "300 g", "pak choi": "3"],
        "the mushrooms", "pak choi"),
    ])
}
