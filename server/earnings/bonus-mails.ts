import type { Deps } from '#server/deps.ts';
import { formatMoney } from '#core/format/amount.ts';
import { formatAmount } from '#core/money/amount.ts';
import { PURSE_ASSET, PURSE_SCALE } from '#core/withdrawal/withdrawal.ts';
import type { EmailKind } from '#server/mails/email-kind.ts';
import { queueNews } from '#server/mails/queue-news.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { findPerson } from '#server/users/queries.ts';
import { findBonus } from './store.ts';

/** Mail kind under which news of a bonus is stored. */
export const BONUS_MAIL = 'bonus';

/** Queues the mail about a bonus, in the transaction that grants it. */
export async function notifyBonus(
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  { id, email }: { readonly id: string; readonly email: string },
): Promise<void> {
  const now = deps.clock.now();
  const news = { kind: BONUS_MAIL, subject: id, recipient: email, version: 1, topic: 'granted', isPaid: true };
  await queueNews(tx, { ...news, changedAt: now, dueAt: now, noticeReaders: {} });
}

/** The mail about a bonus: amount, reason and where to withdraw it. */
export const bonusMails = (deps: Pick<Deps, 'db' | 'settings' | 't'>): EmailKind => ({
  mergedTexts: (locale, count) => ({
    subject: deps.t(locale, 'earning_letters.several.subject', { count }),
    heading: deps.t(locale, 'earning_letters.several.heading', { count }),
    lead: deps.t(locale, 'earning_letters.several.lead'),
  }),
  async compose({ subject }) {
    const bonus = await findBonus(deps.db, subject);
    const person = bonus && (await findPerson(deps.db, bonus.user_id));
    if (bonus === undefined || person === undefined || bonus.reversed_at !== null) return undefined;
    const { email, locale } = person;
    const url = `${deps.settings.publicUrl}${locale === 'en' ? '/en' : ''}/account/earnings/rewards`;
    const text = formatAmount(BigInt(bonus.amount), PURSE_SCALE);
    const amount = formatMoney(text, { currency_iso_code: PURSE_ASSET, precision: PURSE_SCALE }, locale);
    const heading = deps.t(locale, 'earning_letters.bonus.heading', { amount });
    return {
      to: email,
      locale,
      email: {
        subject: heading,
        heading,
        lead: deps.t(locale, 'earning_letters.bonus.lead'),
        lines: [
          { label: deps.t(locale, 'earning_letters.bonus.amount'), value: amount },
          { label: deps.t(locale, 'earning_letters.bonus.why'), value: bonus.note ?? '' },
        ],
        button: { label: deps.t(locale, 'earning_letters.bonus.open'), url },
      },
      line: { label: deps.t(locale, 'earning_letters.bonus.amount'), value: heading, url },
      notice: { event: 'account' },
      footer: deps.t(locale, 'earning_letters.footer'),
    };
  },
});
