extension RecipeFamily {
  static let curries = RecipeFamily(
    "A fragrant curry of {a} in a sauce of {b}.", .medium, serves: 4,
    ["onion": "1", "garlic": "3 cloves", "ginger": "20 g", "turmeric": "1 tsp", "ground coriander": "2 tsp"],
    [
      "Fry the sliced onion slowly until it is golden.",
      "Add the garlic, the ginger and the spices, and stir for a minute.",
      "Add {a}, and turn them in the spices.",
      "Pour in {b}, and simmer until the sauce is thick.",
    ],
    [
      .init(
        "Chicken Tikka Masala", "Indian", 25, 35,
        [
          "chicken breast": "600 g", "chopped tomatoes": "400 g",
          "cream": "150 ml", "rice": "300 g",
        ], "the pieces of chicken", "tomatoes and cream"),
      .init(
        "Thai Green Chicken Curry", "Thai", 15, 25,
        [
          "chicken thigh": "600 g", "coconut milk": "400 ml",
          "green curry paste": "3 tbsp", "rice": "300 g",
        ], "the strips of chicken", "coconut milk and green curry paste"),
      .init(
        "Chickpea and Spinach Curry", "Indian", 10, 25,
        [
          "chickpeas": "800 g", "spinach": "250 g",
          "chopped tomatoes": "400 g",
        ], "the chickpeas and the spinach", "tomatoes"),
      .init(
        "Lamb Rogan Josh", "Indian", 20, 100, ["lamb shoulder": "700 g", "yogurt": "200 g", "sweet paprika": "1 tbsp"],
        "the pieces of lamb", "yogurt and paprika"),
      .init(
        "Red Lentil Dal", "Indian", 10, 30, ["red lentils": "300 g", "coconut milk": "200 ml", "lemon": "1"],
        "the lentils", "coconut milk and water"),
      .init(
        "Prawn and Mango Curry", "Goan", 15, 20, ["prawns": "400 g", "mango": "1", "coconut milk": "300 ml"],
        "the prawns and the mango", "coconut milk"),
      .init(
        "Beef Massaman Curry", "Thai", 20, 110,
        [
          "stewing beef": "700 g", "potato": "400 g", "peanuts": "80 g",
          "coconut milk": "400 ml",
        ], "the pieces of beef, the potatoes and the peanuts", "coconut milk"),
      .init(
        "Aloo Gobi", "Indian", 15, 30, ["potato": "400 g", "cauliflower": "1", "tomato": "3"],
        "the potatoes and the cauliflower", "chopped tomatoes and water"),
      .init(
        "Paneer and Pea Curry", "Indian", 15, 25, ["paneer": "400 g", "peas": "250 g", "chopped tomatoes": "400 g"],
        "the paneer and the peas", "tomatoes"),
      .init(
        "Japanese Pork Curry", "Japanese", 15, 50,
        [
          "pork shoulder": "600 g", "carrot": "3", "potato": "3",
          "curry powder": "2 tbsp", "rice": "300 g",
        ], "the pork, the carrots and the potatoes", "water and curry powder"),
    ])

  static let trayBakes = RecipeFamily(
    "{b}, roasted on one tray with {a}.", .easy, serves: 4,
    ["olive oil": "3 tbsp", "garlic": "4 cloves", "salt": "1 tsp", "black pepper": "1/2 tsp"],
    [
      "Heat the oven to 200 °C.",
      "Toss {a} with the olive oil, the garlic, the salt and the pepper on a large tray.",
      "Lay the rest of the ingredients on top.",
      "Roast until everything is brown and cooked through, and turn it once on the way.",
    ],
    [
      .init(
        "Lemon Chicken and Potato Tray Bake", "Greek", 15, 50, ["chicken thigh": "8", "potato": "800 g", "lemon": "2"],
        "potatoes and lemon", "Chicken thighs"),
      .init(
        "Sausage and Red Onion Tray Bake", "British", 10, 40, ["sausage": "8", "red onion": "3", "apple": "2"],
        "red onions and apples", "Sausages"),
      .init(
        "Salmon and Asparagus Tray Bake", "Scandinavian", 10, 20,
        [
          "salmon fillet": "4", "asparagus": "500 g",
          "cherry tomato": "250 g",
        ], "asparagus and cherry tomatoes", "Salmon fillets"),
      .init(
        "Harissa Chicken with Chickpeas", "Tunisian", 15, 45,
        [
          "chicken thigh": "8", "chickpeas": "400 g",
          "harissa": "2 tbsp", "carrot": "4",
        ], "chickpeas, carrots and harissa", "Chicken thighs"),
      .init(
        "Halloumi and Pepper Tray Bake", "Cypriot", 10, 30, ["halloumi": "400 g", "red pepper": "3", "courgette": "2"],
        "peppers and courgettes", "Slices of halloumi"),
      .init(
        "Cod with Tomatoes and Olives", "Spanish", 10, 25,
        [
          "cod fillet": "4", "cherry tomato": "400 g",
          "black olives": "100 g",
        ], "cherry tomatoes and olives", "Cod fillets"),
      .init(
        "Pork Chops with Apples and Sage", "German", 15, 35, ["pork chop": "4", "apple": "3", "sage": "8 leaves"],
        "apples and sage", "Pork chops"),
      .init(
        "Roasted Cauliflower with Tahini", "Lebanese", 10, 35,
        ["cauliflower": "1", "red onion": "2", "tahini": "80 g"],
        "red onions", "Cauliflower with tahini"),
      .init(
        "Chicken Fajita Tray Bake", "Mexican", 15, 30,
        [
          "chicken breast": "3", "red pepper": "2", "green pepper": "1",
          "smoked paprika": "2 tsp",
        ], "red and green peppers", "Strips of chicken"),
      .init(
        "Gnocchi with Squash and Feta", "Italian", 10, 35,
        [
          "gnocchi": "500 g", "butternut squash": "600 g",
          "feta": "150 g",
        ], "cubes of squash", "Gnocchi and feta"),
    ])
}
