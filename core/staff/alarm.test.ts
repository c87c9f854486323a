import { describe, expect, it } from 'vitest';
import { ALARM_RULES, alarmRecipients, alarmsOfRole, SILENCEABLE_KINDS } from './alarm.ts';
import { INCIDENT_KINDS } from './incident.ts';
import { LANE_ALARMS } from './work.ts';

const MUTE = { telegram_chat: '-100', emails: [], staff_by_mail: false, not_by_mail: INCIDENT_KINDS, not_by_telegram: INCIDENT_KINDS };
const LOUD = { telegram_chat: '-100', emails: ['shop@example.com'], staff_by_mail: true, not_by_mail: [], not_by_telegram: [] };

describe('alarms', () => {
  it('alarms about money cannot be switched off', () => {
    const mattering = INCIDENT_KINDS.filter((kind) => ALARM_RULES[kind].isCritical);
    expect(mattering).toEqual(
      expect.arrayContaining(['payout_unknown', 'payout_contradicted', 'audit_failed', 'books_differ', 'payment_reverted']),
    );
    for (const kind of mattering) {
      expect(SILENCEABLE_KINDS).not.toContain(kind);
      expect(alarmRecipients({ kind, subject: 'x' }, MUTE)).toMatchObject({
        telegram: true,
        staff: expect.arrayContaining(['owner']),
        mailAudience: 'all',
      });
    }
    for (const kind of SILENCEABLE_KINDS)
      expect(alarmRecipients({ kind, subject: 'x' }, MUTE)).toMatchObject({ staff: [], emails: [], telegram: false });
  });

  it('settings of the shop and of a person apply only to alarms that are not critical', () => {
    expect(alarmRecipients({ kind: 'clock_skew', subject: 'x' }, LOUD).mailAudience).toBe('unless_declined');
    expect(alarmRecipients({ kind: 'clock_skew', subject: 'x' }, { ...LOUD, staff_by_mail: false }).mailAudience).toBe('who_asked');
  });

  it('an alarm about a channel is not sent through that channel', () => {
    expect(alarmRecipients({ kind: 'messenger_away', subject: 'x' }, LOUD)).toMatchObject({ telegram: false, emails: LOUD.emails });
    for (const kind of ['mail_undeliverable', 'mail_server_away'] as const)
      expect(alarmRecipients({ kind, subject: 'x' }, LOUD)).toMatchObject({ staff: [], emails: [], telegram: true });
  });

  it('alarms notify the roles they name and always the owner', () => {
    expect([...alarmsOfRole('owner').kinds, ...LANE_ALARMS].toSorted()).toEqual(INCIDENT_KINDS.toSorted());
    expect(alarmsOfRole('support').kinds).not.toContain('payout_unknown');
    expect(alarmsOfRole('cashier').kinds).toContain('payout_unknown');
    expect(alarmsOfRole('customer')).toMatchObject({ kinds: [], lanes: [] });
  });

  it('an alarm of a lane notifies the people who work in it', () => {
    expect(alarmsOfRole('cashier').lanes).toContain('payoutTasks');
    expect(alarmsOfRole('verifier').lanes).not.toContain('payoutTasks');
    expect(alarmRecipients({ kind: 'queue_late', subject: 'payoutTasks' }, LOUD).staff.toSorted()).toEqual([
      'cashier',
      'owner',
      'treasurer',
    ]);
    expect(alarmRecipients({ kind: 'queue_late', subject: 'reviews' }, LOUD).staff).toEqual(expect.arrayContaining(['support', 'content']));
  });
});
