import type { ImportPlan, PlanProblem } from '#contract/office-catalogue.ts';
import { type ColumnRule, readRow } from '#core/catalogue/columns.ts';
import { usualDirection } from '#core/catalogue/directions-by-rule.ts';
import type { Document } from '#core/changes/change.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { documentOf } from '#server/changes/check-items.ts';
import { fromLibrary } from '#server/payment-systems/library/library.ts';
import { paymentSystemsNow } from '#server/payment-systems/find-catalogue.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { COLUMNS, decimalsOf, type FileEntity, type FileRow, readCsv, readJson } from './files.ts';
import type { PlanDeps, PlanRefusal, Wished, WishList } from './wish.ts';

interface Row {
  readonly row: number;
  readonly members: Document;
  readonly problems: readonly PlanProblem[];
}

const keyOf = (entity: FileEntity, document: Document): string =>
  entity === 'direction' ? `${String(document['incomeCode'])}>${String(document['outcomeCode'])}` : String(document['code']);

/** Codes are written as people like; they are one. */
const upper = (text: string): string => text.trim().toUpperCase();

function rowsOfCsv(entity: FileEntity, rows: readonly FileRow[], systems: ReadonlyMap<string, PaymentSystem>): readonly Row[] {
  return rows.map(({ row, cells }) => {
    const codes =
      entity === 'direction'
        ? { incomeCode: upper(cells['income'] ?? ''), outcomeCode: upper(cells['outcome'] ?? '') }
        : { code: upper(cells['code'] ?? '') };
    const scale = Number(cells['scale'] ?? '');
    const known = cells['scale'] === undefined ? codes : { ...codes, scale: Number.isInteger(scale) ? scale : undefined };
    const read = readRow(
      COLUMNS[entity],
      cells,
      decimalsOf(entity, known, (code) => systems.get(code)),
    );
    const members = { ...read.members, ...codes };
    const key = keyOf(entity, members);
    return { row, members, problems: read.wrong.map(({ column, problem }) => ({ row, column, key, problem })) };
  });
}

/** What a thing begins with that the file does not say: the library's row of the code, a direction's usual terms. */
function beginning(entity: FileEntity, members: Document, systems: ReadonlyMap<string, PaymentSystem>): Document {
  if (entity === 'payment_system') {
    const known = fromLibrary(String(members['code']), 'manual');
    return known === undefined ? {} : documentOf(known);
  }
  const [income, outcome] = [systems.get(String(members['incomeCode'])), systems.get(String(members['outcomeCode']))];
  return income && outcome ? documentOf(usualDirection(income, outcome)) : {};
}

const repeated = (entity: FileEntity, rows: readonly Row[]): ReadonlySet<Row> => {
  const seen = new Set<string>();
  return new Set(
    rows.filter(({ members }) => {
      const key = keyOf(entity, members);
      const isAgain = seen.has(key);
      seen.add(key);
      return isAgain;
    }),
  );
};

const columnOf =
  (columns: readonly ColumnRule[]) =>
  (member: string): string => {
    const [whole = ''] = member.split('.');
    return (columns.find((one) => member === one.member) ?? columns.find((one) => one.member.split('.')[0] === whole))?.name ?? member;
  };

function readRows(plan: ImportPlan, systems: ReadonlyMap<string, PaymentSystem>): Result<readonly Row[], PlanRefusal> {
  const unreadable = refuse({ code: 'invalid_format', field: 'plan/text', message: 'catalogue_file' });
  if (plan.format === 'json') {
    const documents = readJson(plan.text);
    return documents === undefined ? unreadable : accept(documents.map((members, i) => ({ row: i + 1, members, problems: [] })));
  }
  const file = readCsv(plan.entity, plan.text);
  if (!file.ok) return unreadable;
  const heads = file.unknown.map(
    (column): Row => ({ row: 1, members: {}, problems: [{ row: 1, column, key: null, problem: 'unknown_column' }] }),
  );
  return accept([...heads, ...rowsOfCsv(plan.entity, file.rows, systems)]);
}

/** What a file wishes: a row is a thing that is there, of which it changes the columns it has, or a new one. A code stands in it once. */
export async function wishedByFile(deps: PlanDeps, db: Queryable, plan: ImportPlan): Promise<Result<WishList, PlanRefusal>> {
  const { entity } = plan;
  const systems = new Map((await paymentSystemsNow(db)).map((system) => [system.code, system]));
  const read = readRows(plan, systems);
  if (!read.ok) return read;
  const twice = repeated(
    entity,
    read.value.filter(({ members }) => Object.keys(members).length > 0),
  );
  const fine = read.value.filter((row) => row.problems.length === 0 && !twice.has(row));
  const present = await deps.changes.entities[entity].read(
    db,
    fine.map(({ members }) => keyOf(entity, members)),
  );
  const wished = fine.map(({ row, members }): Wished => {
    const key = keyOf(entity, members);
    const now = present.get(key) ?? null;
    return { entity, key, now, next: { ...(now ?? beginning(entity, members, systems)), ...members }, row };
  });
  const unknownSides =
    entity === 'direction'
      ? wished.filter(({ next }) => !(systems.has(String(next['incomeCode'])) && systems.has(String(next['outcomeCode']))))
      : [];
  const problems: PlanProblem[] = [
    ...read.value.flatMap((row) => row.problems),
    ...[...twice].map(({ row, members }) => ({ row, column: null, key: keyOf(entity, members), problem: 'twice' })),
    ...unknownSides.map(({ row, key }) => ({ row, column: null, key, problem: 'unknown_system' })),
  ];
  return accept({ wished: wished.filter((one) => !unknownSides.includes(one)), problems, columnOf: columnOf(COLUMNS[entity]) });
}
