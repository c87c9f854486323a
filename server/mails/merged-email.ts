import type { Deps } from '#server/deps.ts';
import type { Locale } from '#core/locale.ts';
import type { EmailKind, MergedTexts, EmailContent } from './email-kind.ts';
import type { Email } from './email.ts';
import { emailFooter } from './email-footer.ts';

const defaultTexts = ({ t }: Pick<Deps, 't'>, locale: Locale, count: number): MergedTexts => ({
  subject: t(locale, 'mail.several.subject', { count }),
  heading: t(locale, 'mail.several.heading', { count }),
  lead: t(locale, 'mail.several.lead'),
});

/** One mail for several contents of one address, when the daily allowance does not allow one each. `kind`: their common kind, if any. */
export function mergedEmail(
  deps: Pick<Deps, 'settings' | 'shop' | 't'>,
  contents: readonly EmailContent[],
  kind: EmailKind | undefined,
): Email {
  const locale = contents.at(-1)?.locale ?? 'ru';
  const count = contents.length;
  return {
    locale,
    ...(kind?.mergedTexts(locale, count) ?? defaultTexts(deps, locale, count)),
    lines: contents.map(({ line }) => line),
    button: null,
    footer: emailFooter(
      deps,
      locale,
      contents.map(({ footer }) => footer),
    ),
  };
}
