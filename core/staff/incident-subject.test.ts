import { expect, test } from 'vitest';
import { AUDIT_SUBJECTS, providerListSubject, subjectMessage, SUBJECT_KEYS } from './incident-subject.ts';
import { EQUATIONS } from '#core/ledger/equations.ts';

test.each(Object.entries({ ...EQUATIONS, ...AUDIT_SUBJECTS }))('%s has its own text', (key, name) => {
  expect(subjectMessage('audit_failed', name)).toEqual({ key: `office.incident.subject.${key}` });
  expect(SUBJECT_KEYS).toContain(key);
});

test('an unavailable list names its rail; other subjects stay as they are', () => {
  expect(subjectMessage('audit_failed', providerListSubject('sandbox'))).toEqual({ key: 'office.incident.subject.list', of: 'sandbox' });
  expect(subjectMessage('audit_failed', 'an equation of an earlier release')).toBeUndefined();
  expect(subjectMessage('clock_skew', AUDIT_SUBJECTS.log)).toBeUndefined();
  expect(subjectMessage('queue_late', 'payoutTasks')).toEqual({ key: 'office.nav.payoutTasks' });
});
