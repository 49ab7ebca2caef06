extension RecipeFamily {
  static let cakes = RecipeFamily(
    "A tender cake with {a}, good with {b}.", .medium, serves: 10,
    ["flour": "250 g", "sugar": "180 g", "butter": "150 g", "egg": "3", "baking powder": "2 tsp"],
    [
      "Heat the oven to 175 °C, and line a tin.",
      "Beat the butter with the sugar until it is pale, and add the eggs one by one.",
      "Fold in the flour, the baking powder and {a}.",
      "Bake the cake until a skewer comes out clean. Serve it with {b}.",
    ],
    [
      .init(
        "Lemon Drizzle Cake", "British", 20, 45, ["lemon": "2", "icing sugar": "100 g"], "lemon zest",
        "a drizzle of lemon juice and icing sugar"),
      .init(
        "Banana Bread", "American", 15, 55, ["banana": "3", "walnuts": "80 g"], "mashed bananas and walnuts", "butter"),
      .init(
        "Carrot Cake", "American", 25, 50, ["carrot": "300 g", "cinnamon": "2 tsp", "cream cheese": "200 g"],
        "grated carrots and cinnamon", "cream cheese frosting"),
      .init(
        "Marble Cake", "German", 20, 55, ["cocoa": "3 tbsp", "milk": "60 ml", "vanilla": "1 tsp"],
        "vanilla in one half, and cocoa with the milk in the other", "coffee"),
      .init(
        "Apple and Almond Cake", "Swedish", 25, 50, ["apple": "4", "almonds": "60 g", "vanilla": "1 tsp"],
        "slices of apple, almonds and vanilla", "vanilla sauce"),
      .init(
        "Chocolate Brownies", "American", 15, 28, ["dark chocolate": "200 g", "cocoa": "40 g", "walnuts": "80 g"],
        "melted chocolate, cocoa and walnuts", "a glass of milk"),
      .init(
        "Blueberry Muffins", "American", 15, 25, ["blueberry": "200 g", "yogurt": "150 g"], "blueberries and yogurt",
        "tea"),
      .init(
        "Orange and Poppy Seed Cake", "Polish", 20, 45, ["orange": "2", "poppy seeds": "50 g"],
        "orange zest and poppy seeds", "orange segments"),
      .init(
        "Plum Cake", "Austrian", 25, 45, ["plum": "800 g", "cinnamon": "1 tsp"], "cinnamon and halved plums",
        "whipped cream"),
      .init(
        "Gingerbread Loaf", "British", 15, 50, ["ground ginger": "1 tbsp", "treacle": "120 g", "milk": "100 ml"],
        "ginger, treacle and milk", "custard"),
    ])

  static let crumbles = RecipeFamily(
    "A baked pudding of {a} under crisp crumbs, with {b}.", .easy, serves: 6,
    ["flour": "150 g", "butter": "100 g", "brown sugar": "90 g", "oats": "50 g"],
    [
      "Heat the oven to 190 °C.",
      "Rub the flour, the butter, the sugar and the oats into coarse crumbs.",
      "Put {a} into a dish, and cover them with the crumbs.",
      "Bake until the top is golden and the juices bubble, and serve with {b}.",
    ],
    [
      .init(
        "Apple Crumble", "British", 20, 40, ["apple": "1 kg", "cinnamon": "1 tsp", "custard": "400 ml"],
        "apples and cinnamon", "custard"),
      .init(
        "Rhubarb and Strawberry Crumble", "British", 15, 35,
        [
          "rhubarb": "500 g", "strawberry": "300 g",
          "cream": "200 ml",
        ], "rhubarb and strawberries", "cream"),
      .init(
        "Plum and Almond Crumble", "German", 20, 35, ["plum": "900 g", "almonds": "60 g", "yogurt": "200 g"],
        "plums and almonds", "yogurt"),
      .init(
        "Peach Crisp", "American", 15, 35, ["peach": "8", "lemon": "1/2", "vanilla ice cream": "500 ml"],
        "peaches with lemon juice", "vanilla ice cream"),
      .init(
        "Pear and Chocolate Crumble", "French", 20, 35, ["pear": "6", "dark chocolate": "100 g", "cream": "200 ml"],
        "pears and pieces of chocolate", "cream"),
      .init(
        "Blackberry and Apple Crumble", "British", 20, 40,
        [
          "blackberry": "300 g", "apple": "600 g",
          "custard": "400 ml",
        ], "blackberries and apples", "custard"),
      .init(
        "Cherry Crumble", "Hungarian", 20, 35, ["cherry": "900 g", "vanilla": "1 tsp", "sour cream": "150 g"],
        "cherries and vanilla", "sour cream"),
      .init(
        "Apricot and Pistachio Crumble", "Turkish", 20, 30,
        [
          "apricot": "900 g", "pistachios": "60 g",
          "yogurt": "200 g",
        ], "apricots and pistachios", "yogurt"),
      .init(
        "Mango and Coconut Crumble", "Caribbean", 20, 30, ["mango": "3", "desiccated coconut": "50 g", "lime": "1"],
        "mangoes and coconut", "lime zest"),
      .init(
        "Blueberry Cobbler Crumble", "American", 15, 35,
        [
          "blueberry": "800 g", "lemon": "1",
          "vanilla ice cream": "500 ml",
        ], "blueberries and lemon zest", "vanilla ice cream"),
    ])
}
