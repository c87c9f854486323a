import { describe, expect, it } from 'vitest';
import { ALARM_RULES, alarmCall, callingOf, SILENCEABLE_KINDS } from './alarm.ts';
import { INCIDENT_KINDS } from './incident.ts';
import { LANE_ALARMS } from './work.ts';

const MUTE = { telegram_chat: '-100', emails: [], staff_by_mail: false, not_by_mail: INCIDENT_KINDS, not_by_telegram: INCIDENT_KINDS };
const LOUD = { telegram_chat: '-100', emails: ['shop@example.com'], staff_by_mail: true, not_by_mail: [], not_by_telegram: [] };

describe('alarms', () => {
  it('cannot be switched off where money is in them', () => {
    const mattering = INCIDENT_KINDS.filter((kind) => ALARM_RULES[kind].matters);
    expect(mattering).toEqual(
      expect.arrayContaining(['payout_unknown', 'payout_contradicted', 'audit_failed', 'books_differ', 'payment_reverted']),
    );
    for (const kind of mattering) {
      expect(SILENCEABLE_KINDS).not.toContain(kind);
      expect(alarmCall({ kind, subject: 'x' }, MUTE)).toMatchObject({
        telegram: true,
        staff: expect.arrayContaining(['owner']),
        mailed: 'all',
      });
    }
    for (const kind of SILENCEABLE_KINDS)
      expect(alarmCall({ kind, subject: 'x' }, MUTE)).toMatchObject({ staff: [], emails: [], telegram: false });
  });

  it('ask the shop and each person only where they do not matter so much', () => {
    expect(alarmCall({ kind: 'clock_skew', subject: 'x' }, LOUD).mailed).toBe('unless_declined');
    expect(alarmCall({ kind: 'clock_skew', subject: 'x' }, { ...LOUD, staff_by_mail: false }).mailed).toBe('who_asked');
  });

  it('about a way never go that way', () => {
    expect(alarmCall({ kind: 'messenger_away', subject: 'x' }, LOUD)).toMatchObject({ telegram: false, emails: LOUD.emails });
    for (const kind of ['mail_undeliverable', 'mail_server_away'] as const)
      expect(alarmCall({ kind, subject: 'x' }, LOUD)).toMatchObject({ staff: [], emails: [], telegram: true });
  });

  it('call the roles they name and always the owner', () => {
    expect([...callingOf('owner').kinds, ...LANE_ALARMS].toSorted()).toEqual(INCIDENT_KINDS.toSorted());
    expect(callingOf('support').kinds).not.toContain('payout_unknown');
    expect(callingOf('cashier').kinds).toContain('payout_unknown');
    expect(callingOf('customer')).toMatchObject({ kinds: [], lanes: [] });
  });

  it('of a lane call those who work in it', () => {
    expect(callingOf('cashier').lanes).toContain('payoutTasks');
    expect(callingOf('verifier').lanes).not.toContain('payoutTasks');
    expect(alarmCall({ kind: 'queue_late', subject: 'payoutTasks' }, LOUD).staff.toSorted()).toEqual(['cashier', 'owner', 'treasurer']);
    expect(alarmCall({ kind: 'queue_late', subject: 'reviews' }, LOUD).staff).toEqual(expect.arrayContaining(['support', 'content']));
  });
});
