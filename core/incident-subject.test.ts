import { expect, test } from 'vitest';
import { AUDITED, listOf, namedSubject, SUBJECT_KEYS } from './incident-subject.ts';
import { EQUATIONS } from './ledger/equations.ts';

test.each(Object.entries({ ...EQUATIONS, ...AUDITED }))('%s has words of its own', (key, name) => {
  expect(namedSubject('audit_failed', name)).toEqual({ key: `office.incident.subject.${key}` });
  expect(SUBJECT_KEYS).toContain(key);
});

test('a list that could not be had names whose it is; names of others stay what they are', () => {
  expect(namedSubject('audit_failed', listOf('sandbox'))).toEqual({ key: 'office.incident.subject.list', of: 'sandbox' });
  expect(namedSubject('audit_failed', 'an equation of an earlier release')).toBeUndefined();
  expect(namedSubject('clock_skew', AUDITED.log)).toBeUndefined();
  expect(namedSubject('queue_late', 'payoutTasks')).toEqual({ key: 'office.nav.payoutTasks' });
});
