import type { Deps } from '#server/deps.ts';
import type { Locale } from '#core/locale.ts';
import type { LetterKind, SeveralWords, Story } from './letter-kind.ts';
import type { Letter } from './letter.ts';
import { letterFooter } from './letter-footer.ts';

const ownWords = ({ t }: Pick<Deps, 't'>, locale: Locale, count: number): SeveralWords => ({
  subject: t(locale, 'mail.several.subject', { count }),
  heading: t(locale, 'mail.several.heading', { count }),
  lead: t(locale, 'mail.several.lead'),
});

/** One letter of several stories for one address, when there is no room for one each; `kind`: of all of them, undefined where kinds meet. */
export function mergedLetter(deps: Pick<Deps, 'settings' | 'shop' | 't'>, all: readonly Story[], kind: LetterKind | undefined): Letter {
  const locale = all.at(-1)?.locale ?? 'ru';
  const count = all.length;
  return {
    locale,
    ...(kind?.several(locale, count) ?? ownWords(deps, locale, count)),
    lines: all.map(({ line }) => line),
    button: null,
    footer: letterFooter(
      deps,
      locale,
      all.map(({ footer }) => footer),
    ),
  };
}
