/** Alphabet of random ids: Crockford's base 32, in order. No `i`, `l`, `o`, `u`. */
export const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz';
