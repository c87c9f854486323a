import { ownPath } from '#contract/own-path.ts';
import { isMisleadingAddress } from '#core/mixed-script.ts';
import type { Localised } from '#core/locale.ts';
import { overlap, type PublicNotice } from '#core/public-notice.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { type Instant, toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { NOTICES_CHANNEL } from './notices.ts';
import { changeNotice, findNotice, insertNotice, lockNotices, readStandingNotices, withdrawNotice } from './store.ts';

type WriteDeps = Pick<Deps, 'random' | 'clock' | 'live' | 'secrets'>;

/** What is to be told; `from` null: from now on. */
export interface WantedNotice {
  readonly kind: PublicNotice['kind'];
  readonly text: Localised;
  readonly link: string | null;
  readonly from: Instant | null;
  readonly until: Instant | null;
  readonly dismissible: boolean;
}

type Refused = 'required' | 'invalid_format' | 'order_state_conflict';

/** A path of ours or an https address, as it is kept; undefined: neither (R49: nothing that a browser reads as another place). */
function linkOf(typed: string | null): string | null | undefined {
  const text = typed?.trim() ?? '';
  if (text === '') return null;
  if (text.startsWith('/')) return ownPath(text, '') === '' ? undefined : text;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url?.protocol === 'https:' && url.username === '' && url.password === '' && /^https:\/\/[^\s\\]+$/i.test(text);
  return isPlain && !isMisleadingAddress(text) ? url.href : undefined;
}

const tidy = (text: string): string => text.normalize('NFC').replaceAll(/\s+/g, ' ').trim();

function checked(wanted: WantedNotice, now: Instant): Result<Omit<PublicNotice, 'id' | 'revision'>, Refused> {
  const text = { ru: tidy(wanted.text.ru), en: tidy(wanted.text.en) };
  if (text.ru === '') return refuse({ code: 'required', field: 'text/ru' });
  if (text.en === '') return refuse({ code: 'required', field: 'text/en' });
  const link = linkOf(wanted.link);
  if (link === undefined) return refuse({ code: 'invalid_format', field: 'link', message: 'notice_link' });
  const from = wanted.from ?? now;
  if (wanted.until !== null && (wanted.until <= from || wanted.until <= now))
    return refuse({ code: 'invalid_format', field: 'until', message: 'notice_over' });
  return accept({ kind: wanted.kind, text, link, from, until: wanted.until, dismissible: wanted.dismissible });
}

const shown = ({ kind, text, link, from, until, dismissible }: Omit<PublicNotice, 'id' | 'revision'>) => ({
  kind,
  text,
  link,
  from: toRfc3339(from),
  until: until === null ? null : toRfc3339(until),
  dismissible,
});

async function isFree(tx: Tx, now: Instant, made: PublicNotice): Promise<boolean> {
  const others = (await readStandingNotices(tx, now)).filter(({ id }) => id !== made.id);
  return !others.some((other) => overlap(other, made));
}

const taken = () => refuse({ code: 'order_state_conflict', field: 'from', message: 'notice_overlap' } as const);

/** Writes what all visitors are told from a moment on (domain 9). Refused where something else is told at that time: one or none. */
export async function publishNotice(deps: WriteDeps, tx: Tx, wanted: WantedNotice, operatorId: string): Promise<Result<string, Refused>> {
  const now = deps.clock.now();
  const found = checked(wanted, now);
  if (!found.ok) return found;
  const made: PublicNotice = { ...found.value, id: deps.random.uuid(), revision: 1 };
  await lockNotices(tx);
  if (!(await isFree(tx, now, made))) return taken();
  await insertNotice(tx, made, { operatorId, now });
  await recordAudit(deps, tx, {
    actorId: operatorId,
    action: 'notice.publish',
    subjectType: 'notice',
    subjectId: made.id,
    detail: shown(made),
  });
  await deps.live.notify(tx, NOTICES_CHANNEL, made.id);
  return accept(made.id);
}

/** Writes it anew; whoever has put it away sees it again. Refused where somebody else has changed it since, or it is down. */
export async function reviseNotice(
  deps: WriteDeps,
  tx: Tx,
  {
    id,
    revision,
    wanted,
    operatorId,
  }: { readonly id: string; readonly revision: number; readonly wanted: WantedNotice; readonly operatorId: string },
): Promise<Result<null, Refused | 'not_found' | 'edit_conflict'>> {
  const now = deps.clock.now();
  await lockNotices(tx);
  const before = await findNotice(tx, id);
  if (before === undefined) return refuse({ code: 'not_found' });
  const found = checked({ ...wanted, from: wanted.from ?? before.from_at.getTime() }, now);
  if (!found.ok) return found;
  const made: PublicNotice = { ...found.value, id, revision };
  if (!(await isFree(tx, now, made))) return taken();
  if ((await changeNotice(tx, made, { operatorId, now })) === 0) return refuse({ code: 'edit_conflict' });
  const was = { kind: before.kind, text: { ru: before.text_ru, en: before.text_en }, link: before.link, revision: before.revision };
  await recordAudit(deps, tx, {
    actorId: operatorId,
    action: 'notice.revise',
    subjectType: 'notice',
    subjectId: id,
    detail: { before: was, after: shown(made) },
  });
  await deps.live.notify(tx, NOTICES_CHANNEL, id);
  return accept(null);
}

/** Takes it down at once, or before it was ever told. Refused where it is down or over already. */
export async function takeDownNotice(
  deps: WriteDeps,
  tx: Tx,
  { id, operatorId }: { readonly id: string; readonly operatorId: string },
): Promise<Result<null, 'not_found' | 'order_state_conflict'>> {
  if ((await findNotice(tx, id)) === undefined) return refuse({ code: 'not_found' });
  const done = await withdrawNotice(tx, id, { operatorId, now: deps.clock.now() });
  if (done === 0) return refuse({ code: 'order_state_conflict', message: 'notice_down' });
  await recordAudit(deps, tx, { actorId: operatorId, action: 'notice.withdraw', subjectType: 'notice', subjectId: id, detail: {} });
  await deps.live.notify(tx, NOTICES_CHANNEL, id);
  return accept(null);
}
