import type { Locale } from '#core/locale.ts';

/** What the server embeds in the frame: the host's settings, each checked, and the messages in its language. */
export interface FrameSettings {
  readonly locale: Locale;
  readonly from: string | null;
  readonly to: string | null;
  readonly amount: string | null;
  /** The partner's referral id, passed on to the exchange page. */
  readonly rid: string | null;
  /** Origin of the host page, to which the height is posted; null: unknown. */
  readonly host: string | null;
  readonly words: Readonly<Record<string, unknown>>;
}

export const settings = JSON.parse(document.querySelector('#start')?.textContent ?? '{}') as FrameSettings;

type Params = Readonly<Record<string, string | number>>;

/** The message of a key below `widget`, with `{{name}}` filled in; with `count`, in its plural form. */
export function translate(key: string, params: Params = {}): string {
  const { count } = params;
  const form = typeof count === 'number' ? `_${new Intl.PluralRules(settings.locale).select(count)}` : '';
  const messageAt = (name: string) =>
    name
      .split('.')
      .slice(1)
      .reduce<unknown>((node, part) => (node as Record<string, unknown> | undefined)?.[part], settings.words);
  const text = [messageAt(key + form), messageAt(key)].find((message) => typeof message === 'string') ?? key;
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name] ?? ''));
}

type Kind<E extends Element> = new () => E;

/** The element of a selector; throws when it is missing or of another class. */
export function typedElement<E extends Element>(kind: Kind<E>, selector: string, within: ParentNode = document): E {
  const match = within.querySelector(selector);
  if (!(match instanceof kind)) throw new Error(`the page has no ${selector}`);
  return match;
}

export const element = (selector: string, within?: ParentNode): HTMLElement => typedElement(HTMLElement, selector, within);
