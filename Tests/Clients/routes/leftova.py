from .row import Row


def recipe(world) -> dict:
    return {"recipe_id": world.recipe}


ROWS = {
    "perform_action": Row("200", lambda _: {"action": "ingredient_search"}),
    "usage_stats": Row("200"),
    "save_recipe": Row("200", recipe),
    "unsave_recipe": Row("200", recipe),
    "saved_recipes": Row("200"),
}
