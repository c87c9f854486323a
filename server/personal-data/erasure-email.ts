import { formatDateTime } from '#core/format/moment.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { EmailKind } from '#server/mails/email-kind.ts';
import { findErasure } from './erase-store.ts';

/** Kind of mail news. */
export const ERASURE_EMAIL = 'erasure';

/** Confirms that an account is closed, and tells what happens to its data. */
export const erasureEmails = (deps: Pick<Deps, 'db' | 'settings' | 't'>): EmailKind => ({
  mergedTexts: (locale, count) => ({
    subject: deps.t(locale, 'personal_data.letter.heading'),
    heading: deps.t(locale, 'personal_data.letter.heading', { count }),
    lead: deps.t(locale, 'personal_data.letter.lead'),
  }),
  async compose({ subject }) {
    const erasure = await findErasure(deps.db, subject);
    if (erasure === undefined || erasure.letter_to === null) return undefined;
    const { locale, id } = erasure;
    const t = (key: string, params?: Record<string, string>) => deps.t(locale, `personal_data.letter.${key}`, params);
    const moment = (at: Date) => t('moscow', { at: formatDateTime(toRfc3339(at.getTime()), locale) });
    const keepsOrders = erasure.orders_due_at > erasure.requested_at;
    return {
      to: erasure.letter_to,
      locale,
      email: {
        subject: t('heading'),
        heading: t('heading'),
        lead: `${t('lead')} ${t(keepsOrders ? 'orders_later' : 'orders_now', { at: moment(erasure.orders_due_at) })}`,
        lines: [
          { label: t('line.report'), value: id },
          { label: t('line.at'), value: moment(erasure.requested_at) },
        ],
        button: null,
      },
      line: { label: t('line.report'), value: t('heading'), url: deps.settings.publicUrl },
      footer: t('footer'),
    };
  },
});
