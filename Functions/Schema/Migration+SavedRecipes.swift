import Edge

extension Migration {
  /// A computed relationship, by which PostgREST embeds the recipe in a row of `saved_recipes`
  /// (`?select=*,recipes(*)`). It is no foreign key, since any recipe's id may be saved.
  static let savedRecipes = Migration(
    version: 22, name: "saved_recipes", sqlite: "",
    postgres: """
      CREATE OR REPLACE FUNCTION recipes(saved_recipes) RETURNS SETOF recipes ROWS 1 LANGUAGE sql STABLE AS $$
        SELECT * FROM public.recipes r WHERE r.id = $1.recipe_id
      $$;
      REVOKE ALL ON FUNCTION recipes(saved_recipes) FROM PUBLIC, anon;
      GRANT EXECUTE ON FUNCTION recipes(saved_recipes) TO authenticated, service_role;
      """)
}
