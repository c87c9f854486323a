import type { ChangeAttributes } from '#contract/office/catalogue/changes.ts';
import { clockTime } from '#office/format/moment.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';

const LOOKS: Readonly<Record<ChangeAttributes['state'], string>> = {
  waiting: 'person',
  scheduled: 'time',
  applied: 'calm',
  rolled_back: 'calm',
  cancelled: 'calm',
  refused: 'loss',
};

/** Where a change stands, and when it came or will come there. */
export function ChangeState({ change }: { readonly change: ChangeAttributes }) {
  const { t, locale } = useTranslation();
  const at = change.state === 'scheduled' ? change.apply_at : (change.applied_at ?? change.ended_at);
  return (
    <span>
      <span className={`badge ${LOOKS[change.state]}`}>{t(`rates.state.${change.state}`)}</span>
      {at === null ? null : <span className="dim"> {clockTime(at, locale)}</span>}
    </span>
  );
}
