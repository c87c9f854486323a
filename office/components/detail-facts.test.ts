import { describe, expect, test } from 'vitest';
import { OPERATOR_ROLES } from '#core/access/access.ts';
import type { ApprovalKind } from '#core/staff/approval.ts';
import { GUARDS } from '#core/changes/guards.ts';
import { EARNING_KINDS } from '#core/earnings/earning.ts';
import { APPROVAL_REASONS, CAP_NAMES } from '#core/payout/payout-limits.ts';
import { LOCALES, type Locale } from '#core/locale.ts';
import { PAYOUT_PURPOSES } from '#core/payout/payout.ts';
import { POOL_SHARINGS } from '#core/pool/requisite.ts';
import { LINE_ENDS } from '#core/statements/entry.ts';
import { loadMessages } from '#locales/load.ts';
import { detailFacts } from './detail-facts.ts';

type Payload = Readonly<Record<string, unknown>>;

const UUID = '7c6f0f5e-5ad8-4a0c-93b4-0d1b0c1f7c11';
const AT = '2026-03-16T12:30:00Z';
const money = { payment_system_id: 'SBERRUB', amount: '8910', currency_iso_code: 'RUB' };
const masked = { card_number: '2202 •••• 1234', phone: '+7 •••' };
const rules = {
  min_amount: '100',
  max_amount: '5000',
  daily_amount: '300000',
  daily_count: 30,
  monthly_amount: '9000000',
  monthly_count: 300,
  works_from: '09:00',
  works_until: '21:00',
  rest_minutes: 5,
};

/** Details of every kind as the second operator reads them, with every value of our closed lists. `change_caps` has its own view. */
const DETAILS: Readonly<Record<Exclude<ApprovalKind, 'change_caps'>, readonly Payload[]>> = {
  change_role: [...OPERATOR_ROLES.map((role) => ({ role, email: 'a@example.com' })), { is_enabled: true, email: 'a@example.com' }],
  invite_staff: OPERATOR_ROLES.flatMap((role) => LOCALES.map((locale) => ({ role, locale }))),
  end_payout: PAYOUT_PURPOSES.flatMap((purpose) =>
    ['sent', 'not_sent'].map((outcome) => ({ ...money, payout_id: UUID, purpose, outcome, reference: 'A-17', amount_minor: '891000' })),
  ),
  set_refund_destination: [{ payment_system_id: 'SBERRUB', requisites_masked: masked }],
  correct_destination: [
    {
      payment_system_id: 'SBERRUB',
      given_by: 'customer',
      former_destination: '2202 •••• 1111',
      looks_alike: true,
      requisites_masked: masked,
    },
  ],
  credit_observation: [true, false].map((beyond) => ({
    ...money,
    reference: 'A-17',
    seen_at: AT,
    beyond_rail: beyond,
    ...(beyond ? { is_another: true } : {}),
  })),
  return_surplus: [{ ...money, amount_minor: '891000' }],
  change_requisite: ['add', 'change'].flatMap((action) =>
    [null, ...POOL_SHARINGS].map((sharing) => ({
      deed: action,
      payment_system_id: 'SBERRUB',
      requisite_id: UUID,
      version: 3,
      requisites_masked: masked,
      owner_name: 'Ivan P.',
      bank: 'T-Bank',
      rules: sharing === null ? null : { sharing, ...rules },
    })),
  ),
  end_unmatched: LINE_ENDS.map((outcome) => ({ ...money, line_id: UUID, outcome, reference: outcome === 'returned' ? 'A-17' : null })),
  extend_rate: [{ from: 1, until: 2, until_at: AT }],
  correct_email: [{ email: 'a@example.com', former: 'b@example.com' }],
  post_reserve: ['deposit', 'withdrawal', 'correction'].map((kind) => ({ ...money, kind, before: '1', after: '2', change_percent: '100' })),
  apply_change: [null, ...GUARDS].map((guard) => ({
    change_id: UUID,
    item_count: 2,
    things: ['USDTTRC20>SBERRUB', 'programme-1'],
    guard,
    guard_value: guard === null ? null : '5',
    apply_at: guard === null ? null : AT,
  })),
  pay_out: APPROVAL_REASONS.map((why) => ({ ...money, purpose: 'payout', why: [why], subject_kind: 'order', destination: masked })),
  release_cap: CAP_NAMES.map((cap) => ({ wallet: 'SBERRUB', cap })),
  release_withdrawal: [{ ...money, subject_kind: 'withdrawal', destination: masked, held_until: AT }],
  grant_bonus: [{ ...money, amount_minor: '891000', email: 'a@example.com' }],
  stop_referral: [{ ...money, email: 'a@example.com', referral: 'b@example.com' }],
  reverse_earning: EARNING_KINDS.map((kind) => ({ ...money, kind, email: 'a@example.com' })),
  agree_share: [{ partner_id: UUID, share_ppm: 300_001, share_percent: '30.0001', since: AT }],
};

const wordAt = (branch: unknown, key: string): unknown =>
  key.split('.').reduce((at, name) => (typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[name] : undefined), branch);

/** The translator of a language, and the messages that it used. */
function wordsIn(locale: Locale) {
  const messages = loadMessages(locale);
  const usedMessages = new Set<string>();
  const t = (key: string): string => {
    const found = wordAt(messages, key);
    if (typeof found !== 'string') return key;
    usedMessages.add(found);
    return found;
  };
  return { locale, t, said: usedMessages };
}

/** An internal name in place of a text: a key, a value of a closed list, an id. */
const RAW = /^(?:[a-z]+(?:_[a-z]+)*|[0-9a-f]{8}-[0-9a-f-]{27})$/;
/** A member without a message is shown by its key. */
const isRawName = (name: string): boolean => /^[a-z][a-z ]*$/.test(name);

describe.each(LOCALES)('an approval card in %s', (locale) => {
  const words = wordsIn(locale);
  const isWord = (name: string): boolean => !isRawName(name);

  test.each(Object.entries(DETAILS))('shows every detail of %s as text', (_kind, payloads) => {
    for (const payload of payloads) {
      const facts = detailFacts(payload, words);
      expect(facts.length).toBeGreaterThan(0);
      expect(facts.filter(({ name }) => !isWord(name))).toEqual([]);
      expect(facts.filter(({ value }) => RAW.test(value) && !words.said.has(value))).toEqual([]);
    }
  });
});
