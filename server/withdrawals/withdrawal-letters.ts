import { formatMoney } from '#core/format/amount.ts';
import { formatFullDateTime } from '#core/format/moment.ts';
import { formatAmount } from '#core/money/amount.ts';
import { HOUR_MS, type Instant, toRfc3339 } from '#core/time.ts';
import { isFloating, NEW_WALLET_PROMISE_MS, PURSE_ASSET, PURSE_SCALE, type Withdrawal } from '#core/withdrawal/withdrawal.ts';
import type { Deps } from '#server/deps.ts';
import type { LetterKind } from '#server/mails/letter-kind.ts';
import type { LetterLine } from '#server/mails/letter.ts';
import { findPerson } from '#server/users/find-person.ts';
import { stopToken } from './cancel-withdrawal.ts';
import { holdIfConfirmed } from './confirm-withdrawal.ts';
import { confirmationToken } from './request-withdrawal.ts';
import { priceNow } from './price-withdrawal.ts';
import { findWithdrawal, readMark } from './store.ts';
import { WITHDRAWAL_TOPICS, type WithdrawalTopic } from './tell-customer.ts';

type LetterDeps = Pick<Deps, 'db' | 'catalogue' | 'quotes' | 'secrets' | 'settings' | 't' | 'clock'>;

const pageOf = ({ settings }: LetterDeps, { id, locale }: Withdrawal, path = ''): string =>
  `${settings.publicUrl}${locale === 'en' ? '/en' : ''}/withdrawal/${id}${path}`;

/** Where the one button of each letter leads; a page that asks once more, never a deed: programs open links too. */
const BUTTONS: Readonly<Record<WithdrawalTopic, (deps: LetterDeps, withdrawal: Withdrawal) => string>> = {
  asked: (deps, one) => pageOf(deps, one, `/confirm?token=${confirmationToken(deps, one.id)}`),
  held: (deps, one) => pageOf(deps, one, `/stop?token=${stopToken(deps, one.id)}`),
  stopped: (deps, one) => pageOf(deps, one),
  paid: (deps, one) => pageOf(deps, one),
  failed: (deps, one) => pageOf(deps, one),
  returned: (deps, one) => pageOf(deps, one),
  expired: (deps, one) => pageOf(deps, one),
};

/** How long after its confirmation it is paid, as the page that confirms it says. */
async function promiseWords(deps: LetterDeps, withdrawal: Withdrawal): Promise<[string, Record<string, string>?]> {
  const isHeld = (await holdIfConfirmed(deps, deps.db, withdrawal)) !== null;
  return isHeld ? ['line.within_new', { hours: String(NEW_WALLET_PROMISE_MS / HOUR_MS) }] : ['line.within_day'];
}

async function linesOf(deps: LetterDeps, withdrawal: Withdrawal): Promise<LetterLine[]> {
  const { locale, outcomeCode, expiresAt, heldUntil, promisedAt, txHash } = withdrawal;
  const t = (key: string, params?: Record<string, string>) => deps.t(locale, `withdrawal_letters.${key}`, params);
  const moment = (at: Instant) => t('moscow', { at: formatFullDateTime(toRfc3339(at), locale) });
  const system = deps.catalogue.paymentSystem(outcomeCode);
  if (system === undefined) throw new Error(`the catalogue lost ${outcomeCode}`);
  const priced = isFloating(withdrawal) ? priceNow(deps, withdrawal) : undefined;
  const outcome = formatAmount(priced?.ok === true ? priced.value : withdrawal.outcomeAmount, system.scale);
  const got = formatMoney(outcome, { currency_iso_code: system.currency, precision: system.precision }, locale);
  const given = formatMoney(
    formatAmount(withdrawal.purseAmount, PURSE_SCALE),
    { currency_iso_code: PURSE_ASSET, precision: PURSE_SCALE },
    locale,
  );
  const { masked } = await readMark(deps.db, withdrawal.id);
  const within = withdrawal.status === 'awaiting_confirmation' ? t(...(await promiseWords(deps, withdrawal))) : null;
  return [
    { label: t(`line.${withdrawal.purse}`), value: given },
    { label: t(isFloating(withdrawal) ? 'line.about' : 'line.got', { system: system.name[locale] }), value: got },
    ...system.outcomeFields.flatMap(({ key, label }) => {
      const value = masked[key];
      return value === undefined ? [] : [{ label: label[locale], value }];
    }),
    ...(expiresAt === null ? [] : [{ label: t('line.until'), value: moment(expiresAt) }]),
    ...(within === null ? [] : [{ label: t('line.within'), value: within }]),
    ...(heldUntil === null ? [] : [{ label: t('line.held_until'), value: moment(heldUntil) }]),
    ...(heldUntil === null || promisedAt === null ? [] : [{ label: t('line.promised'), value: moment(promisedAt) }]),
    ...(txHash === null ? [] : [{ label: t('line.tx'), value: txHash }]),
  ];
}

/** What may be told still: a link that is over, or a hold that has ended, is news no more. */
const isNewsStill = (topic: WithdrawalTopic, { status, heldUntil }: Withdrawal): boolean =>
  topic === 'asked' ? status === 'awaiting_confirmation' : topic !== 'held' || heldUntil !== null;

/** The letters of withdrawals: the link that confirms one, that it is held, and how it ended. What they say is true when they are written. */
export const withdrawalLetters = (deps: LetterDeps): LetterKind => ({
  several: (locale, count) => ({
    subject: deps.t(locale, 'withdrawal_letters.several.subject', { count }),
    heading: deps.t(locale, 'withdrawal_letters.several.heading', { count }),
    lead: deps.t(locale, 'withdrawal_letters.several.lead'),
  }),
  async tell({ subject, topic: noted }) {
    const withdrawal = await findWithdrawal(deps.db, subject);
    const topic = WITHDRAWAL_TOPICS.find((one) => one === noted);
    if (withdrawal === undefined || topic === undefined || !isNewsStill(topic, withdrawal)) return undefined;
    const person = await findPerson(deps.db, withdrawal.userId);
    if (person === undefined) return undefined;
    const { locale } = withdrawal;
    const t = (key: string) => deps.t(locale, `withdrawal_letters.topic.${topic}.${key}`);
    const url = BUTTONS[topic](deps, withdrawal);
    return {
      to: person.email,
      locale,
      letter: {
        subject: t('heading'),
        heading: t('heading'),
        lead: t('lead'),
        lines: await linesOf(deps, withdrawal),
        button: { label: t('open'), url },
      },
      line: { label: deps.t(locale, 'withdrawal_letters.line.several', { id: withdrawal.id }), value: t('heading'), url },
      ...(topic === 'asked' ? {} : { notice: { event: topic === 'held' ? 'action' : 'account', url: pageOf(deps, withdrawal) } }),
      footer: t('footer'),
    };
  },
});
