extension RecipeFamily {
  static let dips = RecipeFamily(
    "A dip of {a}, smooth with {b}.", .easy, serves: 6,
    ["garlic": "1 clove", "lemon juice": "2 tbsp", "olive oil": "2 tbsp", "salt": "1/2 tsp"],
    [
      "Roughly chop {a}.",
      "Blend them with the garlic, the lemon juice, the salt and {b}.",
      "Pour the olive oil over the dip, and serve it with bread or vegetables.",
    ],
    [
      .init("Hummus", "Lebanese", 10, 0, ["chickpeas": "400 g", "tahini": "80 g"], "cooked chickpeas", "tahini"),
      .init("Baba Ganoush", "Lebanese", 15, 40, ["aubergine": "2", "tahini": "60 g"], "grilled aubergines", "tahini"),
      .init(
        "Muhammara", "Syrian", 15, 25, ["red pepper": "4", "walnuts": "100 g", "pomegranate molasses": "1 tbsp"],
        "roasted peppers", "walnuts and pomegranate molasses"),
      .init(
        "White Bean and Rosemary Dip", "Italian", 10, 0, ["white beans": "400 g", "rosemary": "1 sprig"],
        "cooked white beans", "rosemary and oil"),
      .init(
        "Guacamole", "Mexican", 12, 0, ["avocado": "3", "tomato": "1", "red chili": "1", "coriander": "1/2 bunch"],
        "ripe avocados", "tomato, chili and coriander"),
      .init(
        "Beetroot and Yogurt Dip", "Turkish", 15, 45, ["beetroot": "400 g", "yogurt": "150 g"], "roasted beetroots",
        "yogurt"),
      .init(
        "Whipped Feta with Peppers", "Greek", 10, 20, ["red pepper": "2", "feta": "200 g", "yogurt": "80 g"],
        "roasted peppers", "feta and yogurt"),
      .init(
        "Carrot and Harissa Dip", "Tunisian", 10, 30, ["carrot": "500 g", "harissa": "1 tbsp"], "roasted carrots",
        "harissa and oil"),
      .init(
        "Smoked Mackerel Spread", "British", 10, 0, ["smoked mackerel": "250 g", "cream cheese": "150 g"],
        "flakes of smoked mackerel", "cream cheese"),
      .init(
        "Edamame and Wasabi Dip", "Japanese", 10, 5, ["edamame": "300 g", "wasabi": "1 tsp"], "boiled edamame",
        "wasabi and oil"),
    ])

  static let braises = RecipeFamily(
    "{a}, braised for hours with {b} until it falls apart.", .hard, serves: 6,
    ["onion": "2", "carrot": "3", "celery": "2 sticks", "garlic": "4 cloves", "stock": "600 ml", "thyme": "4 sprigs"],
    [
      "Season the meat the day before, and take it out of the fridge an hour ahead.",
      "Brown it on all sides in a heavy pot, and take it out.",
      "Brown the chopped onions, carrots, celery and garlic in the fat.",
      "Add {b}, the stock and the thyme, and put the meat back.",
      "Cover the pot, and braise at 150 °C. Rest the meat, and boil the sauce down until it shines.",
    ],
    [
      .init(
        "Boeuf Bourguignon", "French", 45, 190,
        [
          "stewing beef": "1.5 kg", "red wine": "750 ml", "bacon": "150 g",
          "mushroom": "250 g",
        ], "Beef", "red wine, bacon and mushrooms"),
      .init(
        "Coq au Vin", "French", 40, 120,
        [
          "chicken leg": "6", "red wine": "750 ml", "shallot": "12",
          "mushroom": "250 g",
        ], "Chicken", "red wine, shallots and mushrooms"),
      .init(
        "Osso Buco", "Italian", 35, 150,
        [
          "veal shank": "6 slices", "white wine": "300 ml", "lemon": "1",
          "parsley": "1 bunch",
        ], "Veal shank", "white wine, lemon and parsley"),
      .init(
        "Braised Lamb Shanks", "Greek", 30, 180, ["lamb shank": "6", "red wine": "400 ml", "rosemary": "3 sprigs"],
        "Lamb", "red wine and rosemary"),
      .init(
        "Sauerbraten", "German", 45, 210,
        [
          "beef shoulder": "1.5 kg", "red wine vinegar": "250 ml", "raisins": "80 g",
          "gingerbread": "60 g",
        ], "Beef", "vinegar, raisins and gingerbread"),
      .init(
        "Braised Short Ribs", "American", 30, 200,
        [
          "beef short rib": "2 kg", "red wine": "500 ml",
          "tomato paste": "2 tbsp",
        ], "Beef", "red wine and tomato paste"),
      .init(
        "Pork Belly with Soy and Star Anise", "Chinese", 30, 150,
        [
          "pork belly": "1.2 kg", "soy sauce": "120 ml",
          "star anise": "3", "brown sugar": "60 g",
        ], "Pork belly", "soy sauce, star anise and brown sugar"),
      .init(
        "Duck Legs with Prunes", "French", 30, 130, ["duck leg": "6", "prune": "200 g", "red wine": "400 ml"], "Duck",
        "prunes and red wine"),
      .init(
        "Venison with Juniper", "Austrian", 40, 170,
        [
          "venison shoulder": "1.5 kg", "juniper berries": "10",
          "red wine": "500 ml", "cranberry": "120 g",
        ], "Venison", "juniper, red wine and cranberries"),
      .init(
        "Barbacoa Beef", "Mexican", 30, 220,
        [
          "beef shoulder": "1.5 kg", "chipotle": "4", "cider vinegar": "80 ml",
          "cumin": "1 tbsp",
        ], "Beef", "chipotle, vinegar and cumin"),
    ])
}
