/**
 * Names of fields that hold money's secrets or a person's papers: their values reach no log line and no error report (domain 7).
 * Patterns of a regular expression: `_?` where the word is written both ways.
 */
export const PRIVATE_FIELDS = [
  'card_?number',
  'pan',
  'cvv',
  'requisites',
  'payout_?key',
  'seed',
  'mnemonic',
  'destination',
  'wallet_?address',
  'raw_?tx',
  'photo',
  'image',
] as const;
