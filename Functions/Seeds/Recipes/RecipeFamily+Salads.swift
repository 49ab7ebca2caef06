extension RecipeFamily {
  static let salads = RecipeFamily(
    "A fresh salad of {a} with {b}.", .easy, serves: 2,
    ["olive oil": "3 tbsp", "lemon juice": "2 tbsp", "mustard": "1 tsp", "salt": "1/2 tsp"],
    [
      "Whisk the olive oil, the lemon juice, the mustard and the salt into a dressing.",
      "Cut {a} into bites, and put them in a wide bowl.",
      "Toss them with the dressing, and top the salad with {b}.",
    ],
    [
      .init(
        "Greek Salad", "Greek", 15, 0,
        [
          "cucumber": "1", "tomato": "4", "red onion": "1", "feta": "200 g",
          "black olives": "80 g",
        ], "the cucumber, tomatoes and onion", "feta and olives"),
      .init(
        "Caesar Salad with Chicken", "American", 15, 15,
        [
          "romaine lettuce": "1", "chicken breast": "2",
          "parmesan": "50 g", "croutons": "80 g",
        ], "the lettuce and fried chicken", "parmesan and croutons"),
      .init(
        "Lentil and Goat Cheese Salad", "French", 15, 25,
        [
          "green lentils": "200 g", "goat cheese": "120 g",
          "cherry tomato": "200 g",
        ], "the boiled lentils and tomatoes", "crumbled goat cheese"),
      .init(
        "Quinoa and Avocado Salad", "Peruvian", 15, 15,
        [
          "quinoa": "150 g", "avocado": "2", "sweetcorn": "150 g",
          "coriander": "1/2 bunch",
        ], "the avocado, boiled quinoa and sweetcorn", "chopped coriander"),
      .init(
        "Tuna Niçoise Salad", "French", 20, 15,
        ["tuna": "200 g", "green beans": "200 g", "egg": "2", "potato": "250 g"],
        "the boiled potatoes and green beans", "tuna and halved eggs"),
      .init(
        "Tabbouleh", "Lebanese", 25, 0, ["bulgur": "100 g", "parsley": "3 bunches", "mint": "1 bunch", "tomato": "3"],
        "the tomatoes and herbs", "soaked bulgur"),
      .init(
        "Watermelon and Feta Salad", "Israeli", 10, 0, ["watermelon": "800 g", "feta": "150 g", "mint": "1/2 bunch"],
        "the watermelon", "feta and mint"),
      .init(
        "Warm Potato Salad with Bacon", "German", 10, 25, ["potato": "700 g", "bacon": "120 g", "chives": "1 bunch"],
        "the boiled potatoes", "crisp bacon and chives"),
      .init(
        "Beetroot and Walnut Salad", "Bulgarian", 15, 0,
        [
          "cooked beetroot": "400 g", "walnuts": "60 g",
          "rocket": "80 g",
        ], "the beetroot and rocket", "chopped walnuts"),
      .init(
        "Chicken and Mango Salad", "Thai", 20, 15,
        [
          "chicken breast": "2", "mango": "1", "lettuce": "1",
          "peanuts": "50 g",
        ], "the fried chicken, mango and lettuce", "chopped peanuts"),
    ])

  static let tacos = RecipeFamily(
    "Warm tortillas filled with {a} and {b}.", .easy, serves: 4,
    ["corn tortilla": "12", "lime": "2", "coriander": "1/2 bunch", "cumin": "1 tsp"],
    [
      "Cook {a} with the cumin in a hot pan until all is brown.",
      "Warm the tortillas, one after another, in a dry pan.",
      "Fill them with {a} and {b}.",
      "Serve them with the coriander and wedges of lime.",
    ],
    [
      .init(
        "Chicken Tinga Tacos", "Mexican", 15, 30, ["chicken breast": "500 g", "chipotle": "2", "tomato": "3"],
        "shredded chicken", "a salsa of tomatoes and chipotle"),
      .init(
        "Baja Fish Tacos", "Mexican", 20, 15, ["cod fillet": "500 g", "red cabbage": "200 g", "sour cream": "120 g"],
        "strips of cod", "red cabbage and sour cream"),
      .init(
        "Carne Asada Tacos", "Mexican", 20, 12, ["beef steak": "600 g", "white onion": "1", "avocado": "2"],
        "sliced steak", "white onion and avocado"),
      .init(
        "Black Bean and Corn Tacos", "Mexican", 10, 12,
        ["black beans": "400 g", "sweetcorn": "200 g", "feta": "100 g"],
        "black beans and sweetcorn", "crumbled feta"),
      .init(
        "Sweet Potato Tacos", "Mexican", 15, 30, ["sweet potato": "600 g", "avocado": "2", "yogurt": "100 g"],
        "cubes of sweet potato", "avocado and yogurt"),
      .init(
        "Pulled Pork Tacos", "Mexican", 20, 150, ["pork shoulder": "900 g", "pineapple": "200 g", "red onion": "1"],
        "pulled pork", "pineapple and red onion"),
      .init(
        "Prawn Tacos with Mango Salsa", "Mexican", 20, 8, ["prawns": "400 g", "mango": "1", "red chili": "1"],
        "prawns", "a salsa of mango and chili"),
      .init(
        "Mushroom and Halloumi Tacos", "Mexican", 15, 15,
        [
          "mushroom": "400 g", "halloumi": "200 g",
          "tomato": "2",
        ], "mushrooms and halloumi", "chopped tomatoes"),
      .init(
        "Turkey Tacos with Guacamole", "American", 15, 15, ["minced turkey": "500 g", "avocado": "2", "tomato": "2"],
        "minced turkey", "guacamole and tomatoes"),
      .init(
        "Breakfast Tacos with Egg and Chorizo", "Mexican", 10, 12, ["egg": "6", "chorizo": "150 g", "cheddar": "80 g"],
        "scrambled egg and chorizo", "grated cheddar"),
    ])
}
