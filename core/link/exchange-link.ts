/** The exchange that a link from a monitoring site names: codes of payment systems and the amount given. Null: not named. */
export interface ExchangeLink {
  readonly from: string | null;
  readonly to: string | null;
  readonly amount: string | null;
}

const CODE = /^[A-Za-z0-9]{1,20}$/;
const AMOUNT = /^\d{1,12}(?:\.\d{1,8})?$/;

const matching = (text: string | null | undefined, shape: RegExp): string | null => (text && shape.test(text) ? text : null);

/** Undefined where neither side is named; an amount alone is not enough. */
function linkOf({ from, to, amount }: Readonly<Record<keyof ExchangeLink, string | null | undefined>>): ExchangeLink | undefined {
  const link = { from: matching(from, CODE), to: matching(to, CODE), amount: matching(amount, AMOUNT) };
  return link.from === null && link.to === null ? undefined : link;
}

/** Reads an exchange from the query of a link; malformed values are ignored. */
export const readExchangeLink = (query: { readonly get: (name: string) => string | null }): ExchangeLink | undefined =>
  linkOf({ from: query.get('cur_from'), to: query.get('cur_to'), amount: query.get('amount') });

/** As one short text, stored for the visit. */
export const packExchangeLink = ({ from, to, amount }: ExchangeLink): string => [from, to, amount].map((part) => part ?? '').join('-');

export function unpackExchangeLink(packed: string): ExchangeLink | undefined {
  const [from, to, amount] = packed.split('-');
  return linkOf({ from, to, amount });
}
