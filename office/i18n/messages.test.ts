import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { DEPOSIT_STATES } from '#contract/office/orders/order-attributes.ts';
import { OFFICE_VIEWS } from '#contract/office/orders/orders.ts';
import { SEARCHED_TYPES } from '#contract/office/orders/search.ts';
import { CUSTOMER_FLAGS, NOTE_AUDIENCES, SAME_BY } from '#core/customer/customer.ts';
import { FOUND_IN } from '#core/search/read-query.ts';
import { PAYOUT_PURPOSES, PAYOUT_STATES, PAYOUTS_PAUSED } from '#core/payout/payout.ts';
import { RESERVE_POSTING_KINDS } from '#contract/office/money/ledger.ts';
import { ACCOUNT_KINDS } from '#core/ledger/account.ts';
import { ATTENTIONS } from '#core/staff/attention.ts';
import { OPERATOR_MOVES, OPERATOR_ROLES } from '#core/access/access.ts';
import { MOVES } from '#core/order/lifecycle.ts';
import { REQUOTE_CHOICES } from '#core/order/order.ts';
import { ORDER_STATUSES } from '#core/order/status.ts';
import { SLOT_KINDS } from '#core/slots/slot.ts';
import { loadMessages } from '#locales/load.ts';

const OFFICE = path.join(import.meta.dirname, '..');
const PLURAL = /_(?:one|few|many|other)$/;

function keysOf(value: unknown, prefix: string): string[] {
  if (typeof value !== 'object' || value === null) return [prefix.replace(PLURAL, '')];
  return Object.entries(value).flatMap(([key, inner]) => keysOf(inner, `${prefix}.${key}`));
}

const known = ['ru', 'en'].map((locale) => new Set(keysOf(loadMessages(locale)['office'], 'office')));
const missing = (keys: readonly string[]) => keys.filter((key) => !known.every((words) => words.has(key)));

const sources = readdirSync(OFFICE, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts'))
  .map((file) => readFileSync(path.join(OFFICE, file), 'utf8'));

test('every message key in the office has a message in both languages', () => {
  const literal = sources.flatMap((text) => [...text.matchAll(/'(office\.[\w.]+)'/g)].map((match) => match[1] ?? ''));
  expect(literal.length).toBeGreaterThan(60);
  expect(missing([...new Set(literal)])).toEqual([]);
});

test('every value that is part of a message key has a message', () => {
  const movePosts = [
    'hold',
    'credit_received',
    'late_payment',
    'surplus',
    'exchange',
    'exchange_undone',
    'payout',
    'payout_undone',
    'payout_settled',
    'network_fee',
    'refund',
  ];
  const families: Readonly<Record<string, readonly string[]>> = {
    status: ORDER_STATUSES,
    move: Object.keys(OPERATOR_MOVES),
    move_effect: Object.keys(OPERATOR_MOVES),
    role: OPERATOR_ROLES,
    attention: ATTENTIONS.filter((attention) => ['payout_unknown', 'refund_failed', 'by_hand', 'surplus'].includes(attention)),
    purpose: PAYOUT_PURPOSES,
    payment_state: [...PAYOUT_STATES, ...DEPOSIT_STATES],
    actor: [...new Set(Object.values(MOVES).flatMap((move) => [...move.by]))],
    posting: movePosts,
    ledger_account: ACCOUNT_KINDS,
    phase: ['pending', 'pending_posted', 'pending_voided'],
    'queue.view': OFFICE_VIEWS,
    'reserves.kinds': RESERVE_POSTING_KINDS,
    'slots.kinds': SLOT_KINDS,
    'slots.state': ['available', 'held'],
    deed: [
      'order.claim',
      'order.release',
      'order.note',
      'order.write',
      'order.resend_link',
      'order.extend',
      'customer.note',
      'order.return_surplus',
      'payout.take',
      'payout.give_back',
      'payout.end',
      'payout.ask_destination',
      'payout.retry_refund',
      'requisites.view',
      'approval.propose',
      'approval.approve',
      'approval.decline',
    ],
    'payout.take': PAYOUT_PURPOSES,
    'payout.end': ['sent', 'not_sent'],
    'payout.end_effect': ['sent', 'not_sent'],
    'payout.reference': ['sent', 'not_sent'],
    'payout.reason': ['operator', 'given_back', PAYOUTS_PAUSED],
    'requote.reason': ['short', 'over', 'late', 'reopened', 'quote_expired'],
    'requote.choice': REQUOTE_CHOICES,
    'approvals.state': ['open', 'approved', 'declined', 'expired'],
    'approvals.list': ['open', 'decided'],
    'approvals.said': ['approve', 'decline'],
    'incidents.list': ['open', 'closed'],
    nav: ['queue', 'approvals', 'incidents', 'reserves', 'slots'],
    'history.mail': ['sent', 'waiting', 'failed'],
    flag: [...CUSTOMER_FLAGS, 'completed'],
    'strip.why': [...ATTENTIONS, 'taken_back'],
    customer: ['completed', 'refunded', 'failed', 'open'],
    'customer.for': NOTE_AUDIENCES,
    'customer.same': SAME_BY,
    'search.noun': SEARCHED_TYPES,
    'search.in': FOUND_IN,
    age: ['seconds', 'minutes', 'hours', 'days'],
  };
  expect(missing(Object.entries(families).flatMap(([family, values]) => values.map((value) => `office.${family}.${value}`)))).toEqual([]);
});

test('forms of notes have labels and buttons of different names, as two of them are on one page', () => {
  const forms = sources.flatMap((text) => text.match(/<NoteForm\b[^]*?\/>/g) ?? []);
  for (const attribute of ['label', 'submit']) {
    const used = new Set(forms.map((form) => RegExp(`\\b${attribute}=\\{t\\('([\\w.]+)'\\)\\}`).exec(form)?.[1] ?? ''));
    expect(used.size).toBeGreaterThan(2);
    for (const locale of ['ru', 'en']) {
      const messages: unknown = loadMessages(locale);
      const names = [...used].map((key) =>
        key.split('.').reduce<unknown>((part, name) => (part as Readonly<Record<string, unknown>>)[name], messages),
      );
      expect([locale, attribute, names.length, new Set(names).size]).toEqual([locale, attribute, used.size, used.size]);
      expect(names.every((name) => typeof name === 'string' && name !== '')).toBe(true);
    }
  }
});
