import type { Resource } from '#contract/document.ts';
import {
  type CannedReplyAttributes,
  officeChangeCannedReply,
  officeCreateCannedReply,
  officeDropCannedReply,
  officeListCannedReplies,
} from '#contract/office/customers/chat.ts';
import { CANNED_VARIABLES, unknownVariables } from '#core/chat/text.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import { col, type Queryable, type RowOf, rowType, sql, type Tx } from '#server/platform/db/db.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { emailOf } from '#server/users/queries.ts';

const CannedRow = rowType(
  {
    id: col.text,
    title: col.text,
    text_ru: col.text,
    text_en: col.text,
    version: col.number,
    changed_at: col.timestamp,
    changed_by: col.computed(col.nullable(col.text), emailOf(sql`r.changed_by`)),
  },
  'r',
);
export type CannedRow = RowOf<typeof CannedRow>;

const listCanned = async (db: Queryable): Promise<CannedRow[]> =>
  await db.many(
    CannedRow,
    sql`select ${CannedRow.list} from canned_replies r where r.deleted_at is null order by lower(r.title), r.id limit 500`,
  );

const findCanned = async (db: Queryable, id: string): Promise<CannedRow | undefined> =>
  await db.maybe(CannedRow, sql`select ${CannedRow.list} from canned_replies r where r.id::text = ${id} and r.deleted_at is null`);

export interface CannedText {
  readonly title: string;
  readonly text_ru: string;
  readonly text_en: string;
}

interface CannedChange {
  readonly id: string;
  readonly reply: CannedText;
  readonly operatorId: string;
  readonly now: Date;
}

const insertCanned = async (tx: Tx, { id, reply, operatorId, now }: CannedChange): Promise<number> =>
  await tx.run(sql`
    insert into canned_replies (id, title, text_ru, text_en, changed_at, changed_by)
    values (${id}, ${reply.title}, ${reply.text_ru}, ${reply.text_en}, ${now}, ${operatorId})`);

/** Saves a reply. Returns 0 if it was changed or deleted since `version` was read. */
const saveCanned = async (tx: Tx, { id, reply, operatorId, now, version }: CannedChange & { readonly version: number }): Promise<number> =>
  await tx.run(sql`
    update canned_replies set title = ${reply.title}, text_ru = ${reply.text_ru}, text_en = ${reply.text_en}, version = version + 1,
      changed_at = ${now}, changed_by = ${operatorId}
    where id::text = ${id} and version = ${version} and deleted_at is null`);

const dropCanned = async (tx: Tx, id: string, now: Date): Promise<number> =>
  await tx.run(sql`update canned_replies set deleted_at = ${now} where id::text = ${id} and deleted_at is null`);

type CannedDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'secrets'>;

const TYPE = 'canned_replies';

const present = ({ id, title, text_ru, text_en, version, changed_at: at, changed_by }: CannedRow): Resource<CannedReplyAttributes> => ({
  type: TYPE,
  id,
  attributes: { title, text_ru, text_en, version, changed_by, changed_at: toRfc3339(at.getTime()) },
});

/** Refuses unknown variables, which would be sent to customers with their braces. */
function checkCanned(reply: CannedText): Result<null, 'invalid_format'> {
  for (const field of ['text_ru', 'text_en'] as const) {
    const [unknownName] = unknownVariables(reply[field]);
    if (unknownName !== undefined) {
      const knownNames = CANNED_VARIABLES.map((name) => `{${name}}`).join(', ');
      return refuse({ code: 'invalid_format', field, message: 'canned_variable', params: { name: `{${unknownName}}`, known: knownNames } });
    }
  }
  return accept(null);
}

async function readReply(db: Queryable, id: string) {
  const row = await findCanned(db, id);
  return row === undefined ? refuse({ code: 'not_found' } as const) : accept({ data: present(row) });
}

interface CannedAction {
  readonly id: string;
  readonly operatorId: string;
  readonly action: 'create' | 'change' | 'drop';
  readonly detail: Readonly<Record<string, unknown>>;
}

const audit = async (deps: CannedDeps, tx: Tx, { id, operatorId, action, detail }: CannedAction): Promise<void> =>
  await recordAudit(deps, tx, {
    actorId: operatorId,
    action: `canned_reply.${action}`,
    subjectType: 'canned_reply',
    subjectId: id,
    detail,
  });

/** Canned replies. */
export const cannedRoutes = (deps: CannedDeps): Route[] => [
  route(officeListCannedReplies, async () => accept({ data: (await listCanned(deps.db)).map(present) })),
  route(officeCreateCannedReply, async ({ body, visitor, tx }) => {
    const checked = checkCanned(body);
    if (!checked.ok) return checked;
    const id = deps.random.uuid();
    await insertCanned(tx, { id, reply: body, operatorId: visitor.userId, now: new Date(deps.clock.now()) });
    await audit(deps, tx, { id, operatorId: visitor.userId, action: 'create', detail: { after: body } });
    const row = await findCanned(tx, id);
    if (row === undefined) throw new Error('a reply that was just written is gone');
    return accept({ data: present(row) });
  }),
  route(officeChangeCannedReply, async ({ params: { id }, body: { version, ...reply }, visitor, tx }) => {
    const checked = checkCanned(reply);
    if (!checked.ok) return checked;
    const before = await findCanned(tx, id);
    if (before === undefined) return refuse({ code: 'not_found' });
    const { title, text_ru, text_en } = before;
    const savedRows = await saveCanned(tx, { id, reply, operatorId: visitor.userId, now: new Date(deps.clock.now()), version });
    if (savedRows === 0) return refuse({ code: 'edit_conflict' });
    await audit(deps, tx, {
      id,
      operatorId: visitor.userId,
      action: 'change',
      detail: { before: { title, text_ru, text_en }, after: reply },
    });
    return await readReply(tx, id);
  }),
  route(officeDropCannedReply, async ({ params: { id }, visitor, tx }) => {
    if ((await dropCanned(tx, id, new Date(deps.clock.now()))) === 0) return refuse({ code: 'not_found' });
    await audit(deps, tx, { id, operatorId: visitor.userId, action: 'drop', detail: {} });
    return accept({});
  }),
];
