import Edge

extension Migration {
  /// The recipe of a saved one as PostgREST finds it: `saved_recipes?select=*,recipes(*)`. A computed relationship
  /// takes the place of a foreign key, since any recipe's id may be saved.
  static let savedRecipes = Migration(
    version: 22, name: "saved_recipes", sqlite: "",
    postgres: """
      CREATE FUNCTION recipes(saved_recipes) RETURNS SETOF recipes ROWS 1 LANGUAGE sql STABLE AS $$
        SELECT * FROM public.recipes r WHERE r.id = $1.recipe_id
      $$;
      REVOKE ALL ON FUNCTION recipes(saved_recipes) FROM PUBLIC, anon;
      GRANT EXECUTE ON FUNCTION recipes(saved_recipes) TO authenticated, service_role;
      """)
}
