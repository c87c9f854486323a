/** What a link asks to exchange, as monitors write it: codes of payment systems and how much is given. Null is what it does not say. */
export interface WantedExchange {
  readonly from: string | null;
  readonly to: string | null;
  readonly amount: string | null;
}

const CODE = /^[A-Za-z0-9]{1,20}$/;
const AMOUNT = /^\d{1,12}(?:\.\d{1,8})?$/;

const fitting = (text: string | null | undefined, shape: RegExp): string | null => (text && shape.test(text) ? text : null);

/** Undefined where neither side is named: an amount of nothing in particular is no wish. */
function wantedOf({ from, to, amount }: Readonly<Record<keyof WantedExchange, string | null | undefined>>): WantedExchange | undefined {
  const wanted = { from: fitting(from, CODE), to: fitting(to, CODE), amount: fitting(amount, AMOUNT) };
  return wanted.from === null && wanted.to === null ? undefined : wanted;
}

/** Reads the wish of an address; nonsense says nothing. */
export const readWanted = (query: { readonly get: (name: string) => string | null }): WantedExchange | undefined =>
  wantedOf({ from: query.get('cur_from'), to: query.get('cur_to'), amount: query.get('amount') });

/** As one short text, to be kept for the visit. */
export const packWanted = ({ from, to, amount }: WantedExchange): string => [from, to, amount].map((part) => part ?? '').join('-');

export function unpackWanted(packed: string): WantedExchange | undefined {
  const [from, to, amount] = packed.split('-');
  return wantedOf({ from, to, amount });
}
