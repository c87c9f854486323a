import { expect, test } from 'vitest';
import { OFFICE_ACTIONS, OPERATOR_MOVES, OPERATOR_ROLES } from '#core/access/access.ts';
import { APPROVAL_TITLES } from '#core/staff/approval.ts';
import { ACCOUNT_KINDS, POSTING_KINDS } from '#core/ledger/account.ts';
import { CAP_NAMES, WAIT_REASONS } from '#core/payout/payout-limits.ts';
import { SWITCH_KINDS, SWITCH_REASONS } from '#core/staff/switches.ts';
import { INCIDENT_KINDS } from '#core/staff/incident.ts';
import { SUBJECT_KEYS } from '#core/staff/incident-subject.ts';
import { loadMessages } from '#locales/load.ts';

test.each(['ru', 'en'] as const)('every kind of incident, and nothing else, has a text in %s', (locale) => {
  const incident = loadMessages(locale)['office']?.['incident'] as { readonly kind: Readonly<Record<string, string>> };
  expect(Object.keys(incident.kind).toSorted()).toEqual(INCIDENT_KINDS.toSorted());
});

test.each(['ru', 'en'] as const)(
  'every equation of the ledger and every other audit check, and nothing else, has a text in %s',
  (locale) => {
    const incident = loadMessages(locale)['office']?.['incident'] as { readonly subject: Readonly<Record<string, string>> };
    expect(Object.keys(incident.subject).toSorted()).toEqual(SUBJECT_KEYS.toSorted());
  },
);

test.each(['ru', 'en'] as const)('every kind of posting and of account, and nothing else, has a text in %s', (locale) => {
  const words = loadMessages(locale)['office'];
  expect(Object.keys(words?.['posting'] as object).toSorted()).toEqual([...POSTING_KINDS].toSorted());
  expect(Object.keys(words?.['ledger_account'] as object).toSorted()).toEqual([...ACCOUNT_KINDS].toSorted());
});

test.each(['ru', 'en'] as const)('every kind of proposal, and nothing else, has a text in %s', (locale) => {
  const approval = loadMessages(locale)['office']?.['approval'] as { readonly kind: Readonly<Record<string, string>> };
  expect(Object.keys(approval.kind).toSorted()).toEqual(APPROVAL_TITLES.toSorted());
});

test.each(['ru', 'en'])('every switch and its reason have a text, %s', (locale) => {
  const words = loadMessages(locale);
  expect(Object.keys(words['switches']?.['kind'] as object).toSorted()).toEqual([...SWITCH_KINDS].toSorted());
  expect(Object.keys(words['switches']?.['reason'] as object).toSorted()).toEqual([...SWITCH_REASONS].toSorted());
  const breakMessages = words['exchange']?.['break'] as { readonly reason: object };
  expect(Object.keys(breakMessages.reason).toSorted()).toEqual([...SWITCH_REASONS].toSorted());
});

test.each(['ru', 'en'])('every limit, and every reason why a payout waits for operators, has a text, %s', (locale) => {
  const values = loadMessages(locale)['office']?.['detail_value'] as { readonly cap: object; readonly why: object };
  expect(Object.keys(values.cap).toSorted()).toEqual([...CAP_NAMES].toSorted());
  expect(Object.keys(values.why).toSorted()).toEqual([...WAIT_REASONS].toSorted());
});

test.each(['ru', 'en'])('every permission and every role has a text, %s', (locale) => {
  const { office, office_staff: staff } = loadMessages(locale);
  expect(Object.keys(staff?.['action'] as object).toSorted()).toEqual([...OFFICE_ACTIONS].toSorted());
  expect(Object.keys(staff?.['move'] as object).toSorted()).toEqual(Object.keys(OPERATOR_MOVES).toSorted());
  expect(Object.keys(office?.['role'] as object)).toEqual(expect.arrayContaining([...OPERATOR_ROLES]));
});
