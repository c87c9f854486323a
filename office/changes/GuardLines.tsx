import type { ChangeAttributes } from '#contract/office/catalogue/changes.ts';
import { formatDecimal } from '#core/format/amount.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';

/** As many are told at once. */
const MOST = 8;

/** Why a change waits for a second person, each with how far it goes. */
export function GuardLines({ guards }: Pick<ChangeAttributes, 'guards'>) {
  const { t, locale } = useTranslation();
  return guards
    .slice(0, MOST)
    .map(({ guard, value, position }) => (
      <li key={`${guard}-${position}`}>{t(`rates.guard.${guard}`, { value: formatDecimal(value, { locale }) })}</li>
    ));
}
