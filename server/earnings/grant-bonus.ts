import * as z from 'zod';
import { needsSecondPerson, SINGLE_PERSON_PERIOD_MS } from '#core/earnings/earning.ts';
import { formatMoney } from '#core/format/amount.ts';
import { formatAmount } from '#core/money/amount.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { PURSE_ASSET, PURSE_SCALE } from '#core/withdrawal/withdrawal.ts';
import type { Executor } from '#server/approvals/executor.ts';
import { propose } from '#server/approvals/propose.ts';
import type { Deps } from '#server/deps.ts';
import { findOrCreateCustomerWallet } from '#server/ledger/wallets.ts';
import type { EmailKind } from '#server/mails/email-kind.ts';
import { queueNews } from '#server/mails/queue-news.ts';
import { lockOperatorPostings } from '#server/ledger/post-treasury.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { findPerson, type Person } from '#server/users/queries.ts';
import { sumGranted } from './office-store.ts';
import { postEarning } from './post-earning.ts';
import { findBonus } from './store.ts';

/** Mail kind under which news of a bonus is stored. */
export const BONUS_MAIL = 'bonus';

/** Queues the mail about a bonus, in the transaction that grants it. */
async function notifyBonus(
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

type GrantDeps = Pick<Deps, 'random' | 'clock' | 'live' | 'secrets'>;

/** The result of an operator's action on earnings; `approvalId` is the proposal if a second operator must approve. */
export type OperatorActionResult = { readonly approvalId: string | null };

interface GrantBonusInput {
  readonly userId: string;
  /** Cents. */
  readonly amount: bigint;
  /** Reason, shown to the customer. */
  readonly note: string;
  readonly operatorId: string;
}

const Payload = z.object({ amount: z.string(), amount_minor: z.string(), currency_iso_code: z.string(), email: z.string() });

const isCustomer = (person: Person | undefined): person is Person => person?.role === 'customer' && !person.isDisabled;

async function postBonus(deps: GrantDeps, tx: Tx, { userId, amount, note, operatorId }: GrantBonusInput, email: string): Promise<string> {
  const wallet = await findOrCreateCustomerWallet(deps, tx, { ownerId: userId, purse: 'reward' });
  const id = await postEarning(deps, tx, {
    userId,
    kind: 'bonus',
    amount,
    wallet,
    orderId: null,
    holdHours: 0,
    note,
    grantedBy: operatorId,
  });
  await notifyBonus(deps, tx, { id, email });
  return id;
}

/**
 * Grants a bonus that is available at once (domain 8), with an audit entry and a mail. Above the operator's daily limit, proposes it to a
 * second operator instead.
 */
export async function grantBonus(
  deps: GrantDeps,
  tx: Tx,
  bonus: GrantBonusInput,
): Promise<Result<OperatorActionResult, 'not_found' | 'approval_conflict'>> {
  const { userId, amount, note, operatorId } = bonus;
  const person = await findPerson(tx, userId);
  if (!isCustomer(person)) return refuse({ code: 'not_found', field: 'email', message: 'unknown_customer' });
  await lockOperatorPostings(tx, operatorId);
  const text = formatAmount(amount, PURSE_SCALE);
  if (needsSecondPerson(amount, await sumGranted(tx, operatorId, deps.clock.now() - SINGLE_PERSON_PERIOD_MS))) {
    const payload = { amount: text, amount_minor: String(amount), currency_iso_code: PURSE_ASSET, email: person.email } satisfies z.input<
      typeof Payload
    >;
    return await propose(deps, tx, { kind: 'grant_bonus', subject: userId, payload, note, operatorId });
  }
  const id = await postBonus(deps, tx, bonus, person.email);
  const detail = { earning_id: id, amount: text, currency_iso_code: PURSE_ASSET, note };
  await recordAudit(deps, tx, { actorId: operatorId, action: 'earning.grant', subjectType: 'user', subjectId: userId, detail });
  return accept({ approvalId: null });
}

/** Grants an approved bonus. */
export const executeGrantBonus: Executor = async (deps, tx, { subject, payload, note, proposedBy }) => {
  const person = await findPerson(tx, subject);
  if (!isCustomer(person)) return refuse({ code: 'not_found' });
  const amount = BigInt(Payload.parse(payload).amount_minor);
  await postBonus(deps, tx, { userId: subject, amount, note, operatorId: proposedBy }, person.email);
  return accept(null);
};
