import { ownPath } from '#contract/own-path.ts';
import { isMisleadingAddress } from '#core/security/mixed-script.ts';
import type { Localised } from '#core/locale.ts';
import { overlap, type PublicNotice } from '#core/notices/public-notice.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { type Instant, toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { NOTICES_CHANNEL } from './notices.ts';
import { updateNotice, findNotice, insertNotice, lockNotices, readOpenNotices, withdrawNotice } from './store.ts';

type WriteDeps = Pick<Deps, 'random' | 'clock' | 'live' | 'secrets'>;

/** The notice to publish. A null `from` means now. */
export interface NoticeInput {
  readonly kind: PublicNotice['kind'];
  readonly text: Localised;
  readonly link: string | null;
  readonly from: Instant | null;
  readonly until: Instant | null;
  readonly dismissible: boolean;
}

type NoticeRefusal = 'required' | 'invalid_format' | 'order_state_conflict';

/** Normalises a link to a path of our site or an https URL. Undefined for others, and for a URL that a browser reads as another host (R49). */
function normaliseLink(input: string | null): string | null | undefined {
  const text = input?.trim() ?? '';
  if (text === '') return null;
  if (text.startsWith('/')) return ownPath(text, '') === '' ? undefined : text;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url?.protocol === 'https:' && url.username === '' && url.password === '' && /^https:\/\/[^\s\\]+$/i.test(text);
  return isPlain && !isMisleadingAddress(text) ? url.href : undefined;
}

const normaliseText = (text: string): string => text.normalize('NFC').replaceAll(/\s+/g, ' ').trim();

function checkInput(input: NoticeInput, now: Instant): Result<Omit<PublicNotice, 'id' | 'revision'>, NoticeRefusal> {
  const text = { ru: normaliseText(input.text.ru), en: normaliseText(input.text.en) };
  if (text.ru === '') return refuse({ code: 'required', field: 'text/ru' });
  if (text.en === '') return refuse({ code: 'required', field: 'text/en' });
  const link = normaliseLink(input.link);
  if (link === undefined) return refuse({ code: 'invalid_format', field: 'link', message: 'notice_link' });
  const from = input.from ?? now;
  if (input.until !== null && (input.until <= from || input.until <= now))
    return refuse({ code: 'invalid_format', field: 'until', message: 'notice_over' });
  return accept({ kind: input.kind, text, link, from, until: input.until, dismissible: input.dismissible });
}

const auditDetail = ({ kind, text, link, from, until, dismissible }: Omit<PublicNotice, 'id' | 'revision'>) => ({
  kind,
  text,
  link,
  from: toRfc3339(from),
  until: until === null ? null : toRfc3339(until),
  dismissible,
});

async function overlapsNone(tx: Tx, now: Instant, notice: PublicNotice): Promise<boolean> {
  const others = (await readOpenNotices(tx, now)).filter(({ id }) => id !== notice.id);
  return !others.some((other) => overlap(other, notice));
}

const overlapRefusal = () => refuse({ code: 'order_state_conflict', field: 'from', message: 'notice_overlap' } as const);

/** Publishes a notice to all visitors, now or later (domain 9). Refused if it overlaps another one, as only one is shown at a time. */
export async function publishNotice(
  deps: WriteDeps,
  tx: Tx,
  input: NoticeInput,
  operatorId: string,
): Promise<Result<string, NoticeRefusal>> {
  const now = deps.clock.now();
  const checked = checkInput(input, now);
  if (!checked.ok) return checked;
  const notice: PublicNotice = { ...checked.value, id: deps.random.uuid(), revision: 1 };
  await lockNotices(tx);
  if (!(await overlapsNone(tx, now, notice))) return overlapRefusal();
  await insertNotice(tx, notice, { operatorId, now });
  await recordAudit(deps, tx, {
    actorId: operatorId,
    action: 'notice.publish',
    subjectType: 'notice',
    subjectId: notice.id,
    detail: auditDetail(notice),
  });
  await deps.live.notify(tx, NOTICES_CHANNEL, notice.id);
  return accept(notice.id);
}

/** Changes a notice. Browsers that dismissed it show it again. Refused if it was changed since it was read, or withdrawn. */
export async function reviseNotice(
  deps: WriteDeps,
  tx: Tx,
  {
    id,
    revision,
    input,
    operatorId,
  }: { readonly id: string; readonly revision: number; readonly input: NoticeInput; readonly operatorId: string },
): Promise<Result<null, NoticeRefusal | 'not_found' | 'edit_conflict'>> {
  const now = deps.clock.now();
  await lockNotices(tx);
  const before = await findNotice(tx, id);
  if (before === undefined) return refuse({ code: 'not_found' });
  const checked = checkInput({ ...input, from: input.from ?? before.from_at.getTime() }, now);
  if (!checked.ok) return checked;
  const notice: PublicNotice = { ...checked.value, id, revision };
  if (!(await overlapsNone(tx, now, notice))) return overlapRefusal();
  if ((await updateNotice(tx, notice, { operatorId, now })) === 0) return refuse({ code: 'edit_conflict' });
  const former = { kind: before.kind, text: { ru: before.text_ru, en: before.text_en }, link: before.link, revision: before.revision };
  await recordAudit(deps, tx, {
    actorId: operatorId,
    action: 'notice.revise',
    subjectType: 'notice',
    subjectId: id,
    detail: { before: former, after: auditDetail(notice) },
  });
  await deps.live.notify(tx, NOTICES_CHANNEL, id);
  return accept(null);
}

/** Withdraws a visible or planned notice. Refused if it is withdrawn already or its time is over. */
export async function endNotice(
  deps: WriteDeps,
  tx: Tx,
  { id, operatorId }: { readonly id: string; readonly operatorId: string },
): Promise<Result<null, 'not_found' | 'order_state_conflict'>> {
  if ((await findNotice(tx, id)) === undefined) return refuse({ code: 'not_found' });
  const withdrawn = await withdrawNotice(tx, id, { operatorId, now: deps.clock.now() });
  if (withdrawn === 0) return refuse({ code: 'order_state_conflict', message: 'notice_down' });
  await recordAudit(deps, tx, { actorId: operatorId, action: 'notice.withdraw', subjectType: 'notice', subjectId: id, detail: {} });
  await deps.live.notify(tx, NOTICES_CHANNEL, id);
  return accept(null);
}
