-- Every three letters in a row of a text, in lower case: an index on them finds a part of a text (0624). pg_trgm is not installed everywhere
create function text_grams(value text) returns text[] language sql immutable strict parallel safe
  return array(select distinct substr(lower(value), n, 3) from generate_series(1, length(value) - 2) n);
