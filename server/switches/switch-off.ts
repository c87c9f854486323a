import { hasSides, needsSubject, type Switch } from '#core/switches.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { insertSwitch, isNewShop, liftSwitch, lockSwitches, readStanding } from './store.ts';
import { SWITCHES_CHANNEL } from './switches.ts';

type SwitchDeps = Pick<Deps, 'random' | 'clock' | 'live' | 'secrets'>;

/** What is to be off; `from` null: now. */
export type WantedSwitch = Omit<Switch, 'id' | 'from'> & { readonly from: number | null };

type OffRefusal = 'required' | 'not_found' | 'invalid_format' | 'order_state_conflict';

function isKnown({ catalogue, rails }: Pick<Deps, 'catalogue' | 'rails'>, { kind, subject }: WantedSwitch): boolean {
  if (subject === null) return false;
  if (kind === 'rail' || kind === 'payouts_of_rail') return rails.has(subject);
  if (kind === 'direction') {
    const [income = '', outcome = '', ...more] = subject.split('>');
    return more.length === 0 && catalogue.direction(income, outcome) !== undefined;
  }
  return catalogue.paymentSystem(subject) !== undefined;
}

/** Whether it says the same of the same time: then the first is enough. */
const isCovered = (standing: Switch, { kind, subject, side, from, until }: Switch): boolean =>
  standing.kind === kind &&
  standing.subject === subject &&
  (standing.side === 'both' || standing.side === side) &&
  standing.from <= from &&
  (standing.until === null || (until !== null && standing.until >= until));

const told = ({ kind, subject, side, reason, text, from, until }: Switch) => ({
  kind,
  subject,
  side,
  reason,
  text,
  from: toRfc3339(from),
  until: until === null ? null : toRfc3339(until),
});

/** Switches something off, now or from a later moment on, everywhere within a second (domain 11). Refuses what names nothing, an end that is over, and what is off already. */
export async function switchOff(
  deps: SwitchDeps & Pick<Deps, 'catalogue' | 'rails'>,
  tx: Tx,
  wanted: WantedSwitch,
  operatorId: string,
): Promise<Result<Switch, OffRefusal>> {
  const now = deps.clock.now();
  const from = Math.max(wanted.from ?? now, now);
  if (needsSubject(wanted.kind) && !isKnown(deps, wanted)) return refuse({ code: 'not_found', field: 'subject' });
  if (wanted.until !== null && wanted.until <= from) return refuse({ code: 'invalid_format', field: 'until', message: 'switch_over' });
  const made: Switch = {
    ...wanted,
    id: deps.random.uuid(),
    subject: needsSubject(wanted.kind) ? wanted.subject : null,
    side: hasSides(wanted.kind) ? wanted.side : 'both',
    from,
  };
  await lockSwitches(tx);
  if ((await readStanding(tx, now)).some((standing) => isCovered(standing, made)))
    return refuse({ code: 'order_state_conflict', message: 'switch_off_already' });
  await insertSwitch(tx, made, { operatorId, now });
  await recordAudit(deps, tx, { actorId: operatorId, action: 'switch.off', subjectType: 'switch', subjectId: made.id, detail: told(made) });
  await deps.live.notify(tx, SWITCHES_CHANNEL, made.id);
  return accept(made);
}

/** Switches it on again, or takes back one that was to come. Refuses what is on already. */
export async function switchOn(
  deps: SwitchDeps,
  tx: Tx,
  { id, operatorId, note }: { readonly id: string; readonly operatorId: string; readonly note: string | null },
): Promise<Result<Switch, 'not_found'>> {
  const now = deps.clock.now();
  await lockSwitches(tx);
  const standing = (await readStanding(tx, now)).find((one) => one.id === id);
  if (standing === undefined || !(await liftSwitch(tx, id, { operatorId, now })))
    return refuse({ code: 'not_found', message: 'switch_on_already' });
  const detail = { ...told(standing), note };
  await recordAudit(deps, tx, { actorId: operatorId, action: 'switch.on', subjectType: 'switch', subjectId: id, detail });
  await deps.live.notify(tx, SWITCHES_CHANNEL, id);
  return accept(standing);
}

/** Opens the shop: lifts whatever keeps it from taking orders now. Does nothing where it is open. */
export async function openShop(deps: SwitchDeps, tx: Tx, { operatorId }: { readonly operatorId: string }): Promise<void> {
  const closed = (await readStanding(tx, deps.clock.now())).filter(({ kind, from }) => kind === 'shop' && from <= deps.clock.now());
  for (const { id } of closed) await switchOn(deps, tx, { id, operatorId, note: null });
}

/** A new shop in production takes no orders until its owner opens it: nothing of it is set up yet. Once: what is opened stays open. */
export async function closeNewShop(deps: SwitchDeps & Pick<Deps, 'db' | 'settings'>): Promise<void> {
  if (deps.settings.mode !== 'production') return;
  await deps.db.tx(async (tx) => {
    await lockSwitches(tx);
    if (!(await isNewShop(tx))) return;
    const now = deps.clock.now();
    const made: Switch = {
      id: deps.random.uuid(),
      kind: 'shop',
      subject: null,
      side: 'both',
      reason: 'not_open_yet',
      text: null,
      from: now,
      until: null,
    };
    await insertSwitch(tx, made, { operatorId: null, now });
    await deps.live.notify(tx, SWITCHES_CHANNEL, made.id);
  });
}
