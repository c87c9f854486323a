import type { Locale } from '#core/locale.ts';

/** What the server says to the frame: the host's wishes, each of them checked, and the words in its language. */
export interface Start {
  readonly locale: Locale;
  readonly from: string | null;
  readonly to: string | null;
  readonly amount: string | null;
  /** The partner's mark, taken along to the page of exchange. */
  readonly rid: string | null;
  /** The page around the frame, which is told the height; null: unknown. */
  readonly host: string | null;
  readonly words: Readonly<Record<string, unknown>>;
}

export const start = JSON.parse(document.querySelector('#start')?.textContent ?? '{}') as Start;

type Params = Readonly<Record<string, string | number>>;

/** The words of a key of `widget`, with what belongs into their places; counted ones in the form of their number. */
export function say(key: string, params: Params = {}): string {
  const { count } = params;
  const form = typeof count === 'number' ? `_${new Intl.PluralRules(start.locale).select(count)}` : '';
  const find = (name: string) =>
    name
      .split('.')
      .slice(1)
      .reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], start.words);
  const text = [find(key + form), find(key)].find((one) => typeof one === 'string') ?? key;
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name] ?? ''));
}

type Kind<E extends Element> = new () => E;

/** An element that the page has, of the kind that it is. */
export function part<E extends Element>(kind: Kind<E>, selector: string, within: ParentNode = document): E {
  const found = within.querySelector(selector);
  if (!(found instanceof kind)) throw new Error(`the page has no ${selector}`);
  return found;
}

export const box = (selector: string, within?: ParentNode): HTMLElement => part(HTMLElement, selector, within);
