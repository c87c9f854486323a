import { type Switch, SWITCH_KINDS, SWITCH_REASONS, SWITCH_SIDES } from '#core/staff/switches.ts';
import type { Instant } from '#core/time.ts';
import { AnyRow, col, extendRow, type Queryable, type RowOf, rowType, sql, type Tx } from '#server/platform/db/db.ts';

const SwitchRow = rowType(
  {
    id: col.text,
    kind: col.oneOf(SWITCH_KINDS),
    subject: col.nullable(col.text),
    side: col.oneOf(SWITCH_SIDES),
    reason: col.oneOf(SWITCH_REASONS),
    text_ru: col.nullable(col.text),
    text_en: col.nullable(col.text),
    from_at: col.timestamp,
    until_at: col.nullable(col.timestamp),
  },
  's',
);

const isOpen = (now: Instant) => sql`s.lifted_at is null and (s.until_at is null or s.until_at > ${new Date(now)})`;

const fromRow = (row: RowOf<typeof SwitchRow>): Switch => ({
  id: row.id,
  kind: row.kind,
  subject: row.subject,
  side: row.side,
  reason: row.reason,
  text: row.text_ru === null || row.text_en === null ? null : { ru: row.text_ru, en: row.text_en },
  from: row.from_at.getTime(),
  until: row.until_at && row.until_at.getTime(),
});

/** Switches that are active or scheduled: not lifted, not over. */
export const readOpenSwitches = async (db: Queryable, now: Instant): Promise<Switch[]> =>
  (await db.many(SwitchRow, sql`select ${SwitchRow.list} from switches s where ${isOpen(now)} order by s.from_at, s.id`)).map(fromRow);

const AuthoredRow = extendRow(SwitchRow, { made_by_name: col.nullable(col.text), made_at: col.timestamp });

/** A switch with its author, for the office. */
export interface SwitchWithAuthor extends Switch {
  readonly madeBy: string | null;
  readonly madeAt: Instant;
}

export const readSwitchesWithAuthors = async (db: Queryable, now: Instant): Promise<SwitchWithAuthor[]> =>
  (
    await db.many(
      AuthoredRow,
      sql`
      select ${SwitchRow.list}, coalesce(u.full_name, u.email) as made_by_name, s.made_at
      from switches s left join users u on u.id = s.made_by where ${isOpen(now)} order by s.from_at, s.id`,
    )
  ).map((row) => ({ ...fromRow(row), madeBy: row.made_by_name, madeAt: row.made_at.getTime() }));

/** Serializes changes of switches until the transaction ends. */
export const lockSwitches = async (tx: Tx): Promise<unknown> =>
  await tx.many(AnyRow, sql`select pg_advisory_xact_lock(hashtext('switches')) is null as done`);

/** No switch changes until the transaction ends. Taken before all other locks of the transaction. */
export const shareSwitches = async (tx: Tx): Promise<unknown> =>
  await tx.many(AnyRow, sql`select pg_advisory_xact_lock_shared(hashtext('switches')) is null as done`);

export const insertSwitch = async (
  tx: Tx,
  item: Switch,
  by: { readonly operatorId: string | null; readonly now: Instant },
): Promise<number> =>
  await tx.run(sql`
    insert into switches (id, kind, subject, side, reason, text_ru, text_en, from_at, until_at, made_by, made_at)
    values (${item.id}, ${item.kind}, ${item.subject}, ${item.side}, ${item.reason}, ${item.text?.ru ?? null}, ${item.text?.en ?? null},
      ${new Date(item.from)}, ${item.until === null ? null : new Date(item.until)}, ${by.operatorId}::uuid, ${new Date(by.now)})`);

/** Lifts a switch. False if it does not exist or is over. */
export const liftSwitch = async (tx: Tx, id: string, by: { readonly operatorId: string; readonly now: Instant }): Promise<boolean> =>
  (await tx.run(sql`
    update switches s set lifted_by = ${by.operatorId}::uuid, lifted_at = ${new Date(by.now)}
    where s.id::text = ${id} and ${isOpen(by.now)}`)) === 1;

const NewShopRow = rowType({ is_new: col.bool });

/** Whether the shop was never opened: nothing was ever switched and there are no directions. */
export const isNewShop = async (tx: Tx): Promise<boolean> =>
  (await tx.one(NewShopRow, sql`select not exists (select from switches) and not exists (select from directions) as is_new`)).is_new;
