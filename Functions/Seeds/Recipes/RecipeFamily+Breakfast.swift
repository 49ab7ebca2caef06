extension RecipeFamily {
  static let toasts = RecipeFamily(
    "Toasted bread with {a} and {b}.", .easy, serves: 2,
    ["bread": "4 slices", "olive oil": "1 tbsp", "black pepper": "1/4 tsp"],
    [
      "Brush the bread with the olive oil, and toast it on both sides.",
      "Spread or lay {a} on it while it is warm.",
      "Top it with {b} and the pepper.",
    ],
    [
      .init(
        "Avocado Toast with Poached Egg", "Australian", 10, 6, ["avocado": "1", "egg": "2", "lemon juice": "1 tsp"],
        "mashed avocado with lemon juice", "poached eggs"),
      .init(
        "Tomato Bruschetta", "Italian", 10, 4, ["tomato": "4", "garlic": "1 clove", "basil": "1/2 bunch"],
        "chopped tomatoes and garlic", "basil"),
      .init(
        "Croque Monsieur", "French", 10, 12, ["ham": "4 slices", "gruyère": "120 g", "mustard": "1 tbsp"],
        "ham and mustard", "melted gruyère"),
      .init(
        "Mushrooms on Toast", "British", 5, 10, ["mushroom": "300 g", "thyme": "3 sprigs", "cream cheese": "80 g"],
        "cream cheese", "fried mushrooms and thyme"),
      .init(
        "Tuna Melt", "American", 10, 8, ["tuna": "160 g", "mayonnaise": "2 tbsp", "cheddar": "80 g"],
        "tuna with mayonnaise", "melted cheddar"),
      .init(
        "Goat Cheese and Fig Toast", "French", 8, 6, ["goat cheese": "120 g", "fig": "4", "honey": "1 tbsp"],
        "goat cheese", "slices of fig and honey"),
      .init(
        "Smoked Salmon on Rye", "Danish", 10, 0,
        ["smoked salmon": "120 g", "cream cheese": "80 g", "dill": "1/4 bunch"],
        "cream cheese", "smoked salmon and dill"),
      .init(
        "Grilled Vegetable Sandwich", "Italian", 15, 15,
        ["aubergine": "1", "red pepper": "1", "basil pesto": "3 tbsp"],
        "basil pesto", "grilled aubergine and pepper"),
      .init(
        "Egg Salad Sandwich", "American", 10, 9, ["egg": "4", "mayonnaise": "3 tbsp", "chives": "1/2 bunch"],
        "chopped boiled eggs with mayonnaise", "chives"),
      .init(
        "Chicken and Avocado Sandwich", "American", 15, 12, ["chicken breast": "1", "avocado": "1", "tomato": "1"],
        "slices of avocado", "fried chicken and tomato"),
    ])

  static let breakfasts = RecipeFamily(
    "A warm breakfast of oats and milk with {a}, topped with {b}.", .easy, serves: 2,
    ["oats": "120 g", "milk": "400 ml", "salt": "a pinch", "honey": "1 tbsp"],
    [
      "Bring the milk to a simmer with the oats and the salt.",
      "Stir in {a}, and cook gently for 6 to 8 minutes.",
      "Sweeten it with the honey, and top it with {b}.",
    ],
    [
      .init(
        "Apple and Cinnamon Porridge", "Scottish", 5, 10, ["apple": "1", "cinnamon": "1 tsp"], "grated apple",
        "cinnamon"),
      .init(
        "Banana and Walnut Porridge", "American", 5, 10, ["banana": "2", "walnuts": "40 g"], "mashed banana",
        "walnuts"),
      .init(
        "Blueberry Porridge", "Finnish", 5, 10, ["blueberry": "150 g", "almonds": "30 g"], "half of the blueberries",
        "the other blueberries and almonds"),
      .init(
        "Pear and Ginger Porridge", "British", 8, 12, ["pear": "2", "ginger": "10 g"], "diced pear and ginger",
        "slices of pear"),
      .init(
        "Chocolate and Cherry Porridge", "German", 5, 10, ["cocoa": "2 tbsp", "cherry": "150 g"], "cocoa", "cherries"),
      .init(
        "Coconut and Mango Porridge", "Thai", 8, 10, ["desiccated coconut": "40 g", "mango": "1"], "coconut",
        "cubes of mango"),
      .init(
        "Carrot Cake Porridge", "American", 10, 12, ["carrot": "1", "raisins": "40 g", "cinnamon": "1 tsp"],
        "grated carrot and cinnamon", "raisins"),
      .init(
        "Raspberry and Almond Porridge", "Scottish", 5, 10, ["raspberry": "150 g", "almonds": "40 g"], "ground almonds",
        "raspberries"),
      .init(
        "Date and Orange Porridge", "Moroccan", 8, 10, ["date": "8", "orange": "1"], "chopped dates",
        "segments of orange"),
      .init(
        "Peanut Butter and Jam Porridge", "American", 5, 10, ["peanut butter": "2 tbsp", "strawberry jam": "2 tbsp"],
        "peanut butter", "strawberry jam"),
    ])
}
