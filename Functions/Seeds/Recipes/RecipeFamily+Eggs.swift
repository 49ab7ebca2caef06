extension RecipeFamily {
  static let eggDishes = RecipeFamily(
    "Eggs with {a}, and {b} to finish.", .easy, serves: 2,
    ["egg": "5", "butter": "20 g", "salt": "1/2 tsp", "black pepper": "1/4 tsp"],
    [
      "Melt the butter in a wide pan, and cook {a} in it until soft.",
      "Beat the eggs with the salt and the pepper, and pour them over.",
      "Let them set over a low heat with the lid on.",
      "Finish with {b}, and serve at once.",
    ],
    [
      .init(
        "Spinach and Feta Frittata", "Greek", 10, 15, ["spinach": "200 g", "feta": "100 g"], "the spinach",
        "crumbled feta"),
      .init(
        "Spanish Potato Tortilla", "Spanish", 15, 30, ["potato": "400 g", "onion": "1", "parsley": "a little"],
        "slices of potato and onion", "parsley"),
      .init(
        "Mushroom Omelette", "French", 5, 10, ["mushroom": "200 g", "chives": "1/2 bunch"], "the sliced mushrooms",
        "chives"),
      .init(
        "Courgette and Mint Frittata", "Italian", 10, 15, ["courgette": "2", "mint": "1/2 bunch"],
        "slices of courgette", "torn mint"),
      .init(
        "Ham and Cheese Omelette", "French", 5, 8, ["ham": "100 g", "gruyère": "80 g"], "strips of ham",
        "grated gruyère"),
      .init(
        "Smoked Salmon Scrambled Eggs", "Scandinavian", 5, 8, ["leek": "1", "smoked salmon": "100 g"],
        "the sliced leek", "smoked salmon"),
      .init(
        "Pepper and Tomato Piperade", "Basque", 10, 20, ["red pepper": "2", "tomato": "3", "parsley": "a little"],
        "the peppers and tomatoes", "parsley"),
      .init(
        "Asparagus Omelette", "French", 5, 12, ["asparagus": "250 g", "parmesan": "40 g"], "pieces of asparagus",
        "grated parmesan"),
      .init(
        "Sweet Onion and Thyme Frittata", "Italian", 10, 25, ["onion": "3", "thyme": "4 sprigs"],
        "the sliced onions", "thyme leaves"),
      .init(
        "Green Shakshuka", "Israeli", 10, 15,
        [
          "spinach": "150 g", "leek": "1", "green chili": "1",
          "yogurt": "100 g",
        ], "the spinach, leek and chili", "spoonfuls of yogurt"),
    ])

  static let ricePots = RecipeFamily(
    "Rice cooked in one pot with {a}, and served with {b}.", .medium, serves: 4,
    ["rice": "300 g", "onion": "1", "garlic": "2 cloves", "stock": "900 ml", "butter": "30 g"],
    [
      "Soften the chopped onion and garlic in the butter.",
      "Add {a}, and fry for 5 minutes.",
      "Stir in the rice, pour in the hot stock, and cook until the rice has taken it up.",
      "Let the pot rest for 5 minutes, and serve with {b}.",
    ],
    [
      .init(
        "Mushroom Risotto", "Italian", 10, 30, ["mushroom": "350 g", "white wine": "100 ml", "parmesan": "60 g"],
        "the mushrooms and the wine", "grated parmesan"),
      .init(
        "Chicken and Chorizo Paella", "Spanish", 20, 40,
        [
          "chicken thigh": "400 g", "chorizo": "120 g",
          "saffron": "a pinch", "lemon": "1",
        ], "the chicken, the chorizo and the saffron", "wedges of lemon"),
      .init(
        "Pea and Lemon Risotto", "Italian", 10, 25, ["peas": "250 g", "lemon": "1", "parmesan": "60 g"],
        "the peas", "lemon zest and parmesan"),
      .init(
        "Chicken Biryani", "Indian", 30, 45, ["chicken thigh": "600 g", "yogurt": "150 g", "garam masala": "2 tbsp"],
        "the chicken and the garam masala", "cool yogurt"),
      .init(
        "Arroz con Pollo", "Puerto Rican", 20, 45,
        [
          "chicken thigh": "600 g", "red pepper": "1", "peas": "150 g",
          "green olives": "80 g",
        ], "the chicken and the pepper", "peas and olives"),
      .init(
        "Saffron Risotto", "Italian", 5, 25, ["saffron": "a pinch", "white wine": "100 ml", "parmesan": "80 g"],
        "the saffron and the wine", "grated parmesan"),
      .init(
        "Prawn Jambalaya", "Cajun", 20, 35,
        [
          "prawns": "300 g", "smoked sausage": "200 g", "green pepper": "1",
          "celery": "2 sticks",
        ], "the sausage, the pepper and the celery", "fried prawns"),
      .init(
        "Pumpkin and Sage Risotto", "Italian", 15, 30, ["pumpkin": "500 g", "sage": "8 leaves", "parmesan": "60 g"],
        "cubes of pumpkin", "fried sage and parmesan"),
      .init(
        "Lamb Pilaf with Raisins", "Uzbek", 25, 70, ["lamb shoulder": "500 g", "carrot": "3", "raisins": "80 g"],
        "the lamb, the carrots and the raisins", "a tomato salad"),
      .init(
        "Jollof Rice", "Nigerian", 15, 40, ["red pepper": "2", "chopped tomatoes": "400 g", "scotch bonnet": "1"],
        "the peppers and the tomatoes", "fried plantain, if you like"),
    ])
}
