import { oneOf } from '#core/closed-list.ts';
import { formatFullDateTime } from '#core/format/moment.ts';
import { moneyText } from '#server/orders/order-sides.ts';
import { HOUR_MS, type Instant, toRfc3339 } from '#core/time.ts';
import { isFloating, NEW_WALLET_PROMISE_MS, PURSE_ASSET, PURSE_SCALE, type Withdrawal } from '#core/withdrawal/withdrawal.ts';
import type { Deps } from '#server/deps.ts';
import type { EmailKind } from '#server/mails/email-kind.ts';
import type { EmailEntry } from '#server/mails/email.ts';
import { findPerson } from '#server/users/queries.ts';
import { stopToken } from './cancel-withdrawal.ts';
import { holdIfConfirmed } from './confirm-withdrawal.ts';
import { confirmationToken } from './request-withdrawal.ts';
import { priceNow } from './price-withdrawal.ts';
import { findWithdrawal, findDestination } from './store.ts';
import { WITHDRAWAL_TOPICS, type WithdrawalTopic } from './notify-customer.ts';

type EmailDeps = Pick<Deps, 'db' | 'catalogue' | 'quotes' | 'secrets' | 'settings' | 't' | 'clock'>;

const pageOf = ({ settings }: EmailDeps, { id, locale }: Withdrawal, path = ''): string =>
  `${settings.publicUrl}${locale === 'en' ? '/en' : ''}/withdrawal/${id}${path}`;

/** URL of each e-mail's button. It opens a page that asks for confirmation and never acts by itself: e-mail scanners open links. */
const BUTTON_URL_BY_TOPIC: Readonly<Record<WithdrawalTopic, (deps: EmailDeps, withdrawal: Withdrawal) => string>> = {
  asked: (deps, withdrawal) => pageOf(deps, withdrawal, `/confirm?token=${confirmationToken(deps, withdrawal.id)}`),
  held: (deps, withdrawal) => pageOf(deps, withdrawal, `/stop?token=${stopToken(deps, withdrawal.id)}`),
  stopped: (deps, withdrawal) => pageOf(deps, withdrawal),
  paid: (deps, withdrawal) => pageOf(deps, withdrawal),
  failed: (deps, withdrawal) => pageOf(deps, withdrawal),
  returned: (deps, withdrawal) => pageOf(deps, withdrawal),
  expired: (deps, withdrawal) => pageOf(deps, withdrawal),
};

/** Message key of the promised time after confirmation, as on the confirmation page. */
async function promiseMessage(deps: EmailDeps, withdrawal: Withdrawal): Promise<[string, Record<string, string>?]> {
  const isHeld = (await holdIfConfirmed(deps, deps.db, withdrawal)) !== null;
  return isHeld ? ['line.within_new', { hours: String(NEW_WALLET_PROMISE_MS / HOUR_MS) }] : ['line.within_day'];
}

async function linesOf(deps: EmailDeps, withdrawal: Withdrawal): Promise<EmailEntry[]> {
  const { locale, outcomeCode, expiresAt, heldUntil, promisedAt, txHash } = withdrawal;
  const t = (key: string, params?: Record<string, string>) => deps.t(locale, `withdrawal_letters.${key}`, params);
  const moment = (at: Instant) => t('moscow', { at: formatFullDateTime(toRfc3339(at), locale) });
  const system = deps.catalogue.paymentSystem(outcomeCode);
  if (system === undefined) throw new Error(`the catalogue lost ${outcomeCode}`);
  const priced = isFloating(withdrawal) ? priceNow(deps, withdrawal) : undefined;
  const outcomeText = moneyText(priced?.ok === true ? priced.value : withdrawal.outcomeAmount, system, locale);
  const purseText = moneyText(withdrawal.purseAmount, { scale: PURSE_SCALE, precision: PURSE_SCALE, currency: PURSE_ASSET }, locale);
  const { masked } = await findDestination(deps.db, withdrawal.id);
  const within = withdrawal.status === 'awaiting_confirmation' ? t(...(await promiseMessage(deps, withdrawal))) : null;
  return [
    { label: t(`line.${withdrawal.purse}`), value: purseText },
    { label: t(isFloating(withdrawal) ? 'line.about' : 'line.got', { system: system.name[locale] }), value: outcomeText },
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

/** False: an expired link or an ended hold is not mailed any more. */
const isStillRelevant = (topic: WithdrawalTopic, { status, heldUntil }: Withdrawal): boolean =>
  topic === 'asked' ? status === 'awaiting_confirmation' : topic !== 'held' || heldUntil !== null;

/** Mails of withdrawals, rendered with the withdrawal's state at sending. */
export const withdrawalEmails = (deps: EmailDeps): EmailKind => ({
  mergedTexts: (locale, count) => ({
    subject: deps.t(locale, 'withdrawal_letters.several.subject', { count }),
    heading: deps.t(locale, 'withdrawal_letters.several.heading', { count }),
    lead: deps.t(locale, 'withdrawal_letters.several.lead'),
  }),
  async compose({ subject, topic: topicName }) {
    const withdrawal = await findWithdrawal(deps.db, subject);
    const topic = oneOf(WITHDRAWAL_TOPICS, topicName);
    if (withdrawal === undefined || topic === undefined || !isStillRelevant(topic, withdrawal)) return undefined;
    const person = await findPerson(deps.db, withdrawal.userId);
    if (person === undefined) return undefined;
    const { locale } = withdrawal;
    const t = (key: string) => deps.t(locale, `withdrawal_letters.topic.${topic}.${key}`);
    const url = BUTTON_URL_BY_TOPIC[topic](deps, withdrawal);
    return {
      to: person.email,
      locale,
      email: {
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
