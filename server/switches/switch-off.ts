import { hasSides, needsSubject, type Switch } from '#core/staff/switches.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { insertSwitch, isNewShop, liftSwitch, lockSwitches, readOpenSwitches } from './store.ts';
import { SWITCHES_CHANNEL } from './switches.ts';

type SwitchDeps = Pick<Deps, 'random' | 'clock' | 'live' | 'secrets'>;

/** The switch to create; `from` is null if it starts now. */
export type NewSwitch = Omit<Switch, 'id' | 'from'> & { readonly from: number | null };

type OffRefusal = 'required' | 'not_found' | 'invalid_format' | 'order_state_conflict';

function subjectExists({ catalogue, rails }: Pick<Deps, 'catalogue' | 'rails'>, { kind, subject }: NewSwitch): boolean {
  if (subject === null) return false;
  if (kind === 'rail' || kind === 'payouts_of_rail') return rails.has(subject);
  if (kind === 'direction') {
    const [income = '', outcome = '', ...rest] = subject.split('>');
    return rest.length === 0 && catalogue.direction(income, outcome) !== undefined;
  }
  return catalogue.paymentSystem(subject) !== undefined;
}

/** Whether an existing switch already covers the new one. */
const isCovered = (existing: Switch, { kind, subject, side, from, until }: Switch): boolean =>
  existing.kind === kind &&
  existing.subject === subject &&
  (existing.side === 'both' || existing.side === side) &&
  existing.from <= from &&
  (existing.until === null || (until !== null && existing.until >= until));

const auditDetail = ({ kind, subject, side, reason, text, from, until }: Switch) => ({
  kind,
  subject,
  side,
  reason,
  text,
  from: toRfc3339(from),
  until: until === null ? null : toRfc3339(until),
});

/**
 * Switches a subject off, now or later, in every process within a second (domain 11). Refuses an unknown subject, a past end, and a subject
 * that is off already.
 */
async function switchOff(
  deps: SwitchDeps & Pick<Deps, 'catalogue' | 'rails'>,
  tx: Tx,
  input: NewSwitch,
  operatorId: string,
): Promise<Result<Switch, OffRefusal>> {
  const now = deps.clock.now();
  const from = Math.max(input.from ?? now, now);
  if (needsSubject(input.kind) && !subjectExists(deps, input)) return refuse({ code: 'not_found', field: 'subject' });
  if (input.until !== null && input.until <= from) return refuse({ code: 'invalid_format', field: 'until', message: 'switch_over' });
  const created: Switch = {
    ...input,
    id: deps.random.uuid(),
    subject: needsSubject(input.kind) ? input.subject : null,
    side: hasSides(input.kind) ? input.side : 'both',
    from,
  };
  await lockSwitches(tx);
  if ((await readOpenSwitches(tx, now)).some((existing) => isCovered(existing, created)))
    return refuse({ code: 'order_state_conflict', message: 'switch_off_already' });
  await insertSwitch(tx, created, { operatorId, now });
  await recordAudit(deps, tx, {
    actorId: operatorId,
    action: 'switch.off',
    subjectType: 'switch',
    subjectId: created.id,
    detail: auditDetail(created),
  });
  await deps.live.notify(tx, SWITCHES_CHANNEL, created.id);
  return accept(created);
}

/** Switches several subjects off and returns the first. Of several, those that are off already are left as they are. */
export async function switchAllOff(
  deps: SwitchDeps & Pick<Deps, 'catalogue' | 'rails'>,
  tx: Tx,
  { subjects, ...input }: Omit<NewSwitch, 'subject'> & { readonly subjects: readonly (string | null)[] },
  operatorId: string,
): Promise<Result<Switch, OffRefusal>> {
  let first: Switch | undefined;
  for (const subject of subjects) {
    const created = await switchOff(deps, tx, { ...input, subject }, operatorId);
    if (created.ok) first ??= created.value;
    else if (subjects.length === 1 || created.refusals[0]?.code !== 'order_state_conflict') return created;
  }
  return first === undefined ? refuse({ code: 'order_state_conflict', message: 'switch_off_already' }) : accept(first);
}

/** Switches a subject on again, or cancels a scheduled switch. Refuses a switch that is already over. */
export async function switchOn(
  deps: SwitchDeps,
  tx: Tx,
  { id, operatorId, note }: { readonly id: string; readonly operatorId: string; readonly note: string | null },
): Promise<Result<Switch, 'not_found'>> {
  const now = deps.clock.now();
  await lockSwitches(tx);
  const existing = (await readOpenSwitches(tx, now)).find((item) => item.id === id);
  if (existing === undefined || !(await liftSwitch(tx, id, { operatorId, now })))
    return refuse({ code: 'not_found', message: 'switch_on_already' });
  const detail = { ...auditDetail(existing), note };
  await recordAudit(deps, tx, { actorId: operatorId, action: 'switch.on', subjectType: 'switch', subjectId: id, detail });
  await deps.live.notify(tx, SWITCHES_CHANNEL, id);
  return accept(existing);
}

/** Opens the shop: lifts the switches that stop new orders now. Does nothing if it is open. */
export async function openShop(deps: SwitchDeps, tx: Tx, { operatorId }: { readonly operatorId: string }): Promise<void> {
  const closed = (await readOpenSwitches(tx, deps.clock.now())).filter(({ kind, from }) => kind === 'shop' && from <= deps.clock.now());
  for (const { id } of closed) await switchOn(deps, tx, { id, operatorId, note: null });
}

/** Closes a new production shop until its owner opens it, because nothing is configured yet. Applies once. */
export async function closeNewShop(deps: SwitchDeps & Pick<Deps, 'db' | 'settings'>): Promise<void> {
  if (deps.settings.mode !== 'production') return;
  await deps.db.tx(async (tx) => {
    await lockSwitches(tx);
    if (!(await isNewShop(tx))) return;
    const now = deps.clock.now();
    const created: Switch = {
      id: deps.random.uuid(),
      kind: 'shop',
      subject: null,
      side: 'both',
      reason: 'not_open_yet',
      text: null,
      from: now,
      until: null,
    };
    await insertSwitch(tx, created, { operatorId: null, now });
    await deps.live.notify(tx, SWITCHES_CHANNEL, created.id);
  });
}
