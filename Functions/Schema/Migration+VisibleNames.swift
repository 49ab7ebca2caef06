import Edge

extension Migration {
  /// The rules of usernames that are written past `set_username`: composed, and without invisible characters.
  ///
  /// On SQLite functions alone write.
  static let visibleNames = Migration(
    version: 27, name: "visible_names",
    sqlite: "",
    postgres: """
      CREATE OR REPLACE FUNCTION apps.check_username() RETURNS trigger
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
      BEGIN
        NEW.username := normalize(NEW.username, NFC);
        IF char_length(NEW.username) NOT BETWEEN 1 AND 30 OR octet_length(NEW.username) > 120
          OR NEW.username ~ '^[\(blanks)]|[\(blanks)]$'
          OR \(withoutJoiners) ~ '[\(invisible)]'
        THEN
          RAISE EXCEPTION 'A username has 1 to 30 visible characters, without spaces around them'
            USING ERRCODE = 'check_violation', CONSTRAINT = 'users_username', TABLE = 'users';
        END IF;
        RETURN NEW;
      END $$;
      """)

  /// The code points that `Username` trims, as the range of a regular expression.
  private static let blanks = #"\u0009-\u000D\u0020\u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000"#

  /// The code points that `Username` refuses: controls, format characters, separators of lines and paragraphs, private
  /// use, those that are ignored by default, and the braille sign without dots.
  ///
  /// Unassigned code points are not listed.
  private static let invisible = [
    #"\u0001-\u001F\u007F-\u009F\u00AD\u034F\u0600-\u0605\u061C\u06DD\u070F\u0890\u0891\u08E2\u115F\u1160\u17B4\u17B5"#,
    #"\u180B-\u180F\u200B-\u200F\u2028-\u202E\u2060-\u206F\u2800\u3164\uE000-\uF8FF\uFE00-\uFE0F\uFEFF\uFFA0"#,
    #"\uFFF0-\uFFFB\U000110BD\U000110CD\U00013430-\U0001343F\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A"#,
    #"\U000E0000-\U000E0FFF\U000F0000-\U0010FFFF"#,
  ].joined()

  /// The symbols that are an emoji with the selector U+FE0F, and a character without it.
  private static let signs = #"\u00A9\u00AE\u203C\u2049\u2122\u2139\u2190-\u2BFF\u3030\u303D\u3297\u3299"#
  private static let symbols = signs + #"\U0001F000-\U0001FAFF"#

  /// The name without the selectors and joiners of its emoji. Emoji of several parts whose first one is outside of
  /// ``signs`` and has a selector are for `set_username` alone.
  private static let withoutJoiners = #"""
    regexp_replace(regexp_replace(NEW.username, '([\#(signs)])\uFE0F', '\1', 'g'),
      '([\#(symbols)])\u200D(?=[\#(symbols)])', '\1', 'g')
    """#
}
