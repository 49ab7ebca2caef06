from .row import Row


def recipe(world) -> dict:
    return {"recipe_id": world.recipe}


ROWS = {
    "perform_action": Row("200", lambda _: {"action": "ingredient_search"}),
    "usage_stats": Row("200"),
    "save_recipe": Row("200", recipe),
    "unsave_recipe": Row("200", recipe),
    "saved_recipes": Row("200"),
    "search_recipes": Row("200", lambda _: {"query": "soup"}),
    "start_trial": Row("200"),
    "subscription_status": Row("200"),
    "can_use_advanced_search": Row("200"),
    # The tests' host has no store's certificate and no bearer secret.
    "subscription_webhook": Row("503 NOT_CONNECTED", lambda _: {"signedPayload": "e30.e30.e30"}, access="anyone"),
}
