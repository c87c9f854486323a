import type { ContentRowAttributes } from '#contract/office/content/content.ts';
import { clockTime } from '#office/format/moment.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';

const BADGE_CLASS = { draft: '', in_review: 'person', scheduled: 'time', published: 'done', archived: '' } as const;

/** State of a text: publication, review, next scheduled step. */
export function StateBadges({ item }: { readonly item: ContentRowAttributes }) {
  const { t, locale } = useTranslation();
  return (
    <span className="states">
      <span className={`badge ${BADGE_CLASS[item.state]}`}>{t(`office_content.state.${item.state}`)}</span>
      {item.has_changes ? <span className="badge">{t('office_content.changed')}</span> : null}
      {item.is_in_review && item.state !== 'in_review' ? <span className="badge person">{t('office_content.state.in_review')}</span> : null}
      {item.next_at === null || item.next === null ? null : (
        <span className="badge time">{t(`office_content.next.${item.next}`, { at: clockTime(item.next_at, locale) })}</span>
      )}
    </span>
  );
}
