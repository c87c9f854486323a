import type { ImportPlan, PlanProblem } from '#contract/office/catalogue/plans.ts';
import { type ColumnRule, readRow } from '#core/catalogue/columns.ts';
import { defaultDirection } from '#core/catalogue/directions-by-rule.ts';
import type { Document } from '#core/changes/change.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { documentOf } from '#server/changes/check-items.ts';
import { fromLibrary } from '#server/payment-systems/library/library.ts';
import { readPaymentSystems } from '#server/payment-systems/queries.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { COLUMNS, decimalsOf, type FileEntity, type FileRow, readCsv, readJson } from './files.ts';
import type { PlanDeps, PlanRefusal, ProposedItem, ProposedChanges } from './proposed-changes.ts';

interface ImportRow {
  readonly row: number;
  readonly members: Document;
  readonly problems: readonly PlanProblem[];
}

const keyOf = (entity: FileEntity, document: Document): string =>
  entity === 'direction' ? `${String(document['incomeCode'])}>${String(document['outcomeCode'])}` : String(document['code']);

/** Codes are case-insensitive in files. */
const codeOf = (text: string): string => text.trim().toUpperCase();

function rowsOfCsv(entity: FileEntity, rows: readonly FileRow[], systems: ReadonlyMap<string, PaymentSystem>): readonly ImportRow[] {
  return rows.map(({ row, cells }) => {
    const codes =
      entity === 'direction'
        ? { incomeCode: codeOf(cells['income'] ?? ''), outcomeCode: codeOf(cells['outcome'] ?? '') }
        : { code: codeOf(cells['code'] ?? '') };
    const scale = Number(cells['scale'] ?? '');
    const identity = cells['scale'] === undefined ? codes : { ...codes, scale: Number.isInteger(scale) ? scale : undefined };
    const parsed = readRow(
      COLUMNS[entity],
      cells,
      decimalsOf(entity, identity, (code) => systems.get(code)),
    );
    const members = { ...parsed.members, ...codes };
    const key = keyOf(entity, members);
    return { row, members, problems: parsed.invalidCells.map(({ column, problem }) => ({ row, column, key, problem })) };
  });
}

/** Defaults of a new entity for members that the file leaves out: from the library entry of the code, or a direction's usual terms. */
function initialDocument(entity: FileEntity, members: Document, systems: ReadonlyMap<string, PaymentSystem>): Document {
  if (entity === 'payment_system') {
    const librarySystem = fromLibrary(String(members['code']), 'manual');
    return librarySystem === undefined ? {} : documentOf(librarySystem);
  }
  const [income, outcome] = [systems.get(String(members['incomeCode'])), systems.get(String(members['outcomeCode']))];
  return income && outcome ? documentOf(defaultDirection(income, outcome)) : {};
}

const findDuplicates = (entity: FileEntity, rows: readonly ImportRow[]): ReadonlySet<ImportRow> => {
  const seen = new Set<string>();
  return new Set(
    rows.filter(({ members }) => {
      const key = keyOf(entity, members);
      const isDuplicate = seen.has(key);
      seen.add(key);
      return isDuplicate;
    }),
  );
};

const columnOf =
  (columns: readonly ColumnRule[]) =>
  (member: string): string => {
    const [topMember = ''] = member.split('.');
    return (
      (columns.find((rule) => member === rule.member) ?? columns.find((rule) => rule.member.split('.')[0] === topMember))?.name ?? member
    );
  };

function readRows(plan: ImportPlan, systems: ReadonlyMap<string, PaymentSystem>): Result<readonly ImportRow[], PlanRefusal> {
  const unreadable = refuse({ code: 'invalid_format', field: 'plan/text', message: 'catalogue_file' });
  if (plan.format === 'json') {
    const documents = readJson(plan.text);
    return documents === undefined ? unreadable : accept(documents.map((members, i) => ({ row: i + 1, members, problems: [] })));
  }
  const file = readCsv(plan.entity, plan.text);
  if (!file.ok) return unreadable;
  const unknownColumns = file.unknown.map(
    (column): ImportRow => ({ row: 1, members: {}, problems: [{ row: 1, column, key: null, problem: 'unknown_column' }] }),
  );
  return accept([...unknownColumns, ...rowsOfCsv(plan.entity, file.rows, systems)]);
}

/**
 * Proposed changes of a file. A row creates an entity, or changes those members of an existing one that the file has columns for. A
 * repeated key is a problem.
 */
export async function proposeByFile(deps: PlanDeps, db: Queryable, plan: ImportPlan): Promise<Result<ProposedChanges, PlanRefusal>> {
  const { entity } = plan;
  const systems = new Map((await readPaymentSystems(db)).map((system) => [system.code, system]));
  const result = readRows(plan, systems);
  if (!result.ok) return result;
  const duplicates = findDuplicates(
    entity,
    result.value.filter(({ members }) => Object.keys(members).length > 0),
  );
  const validRows = result.value.filter((row) => row.problems.length === 0 && !duplicates.has(row));
  const existing = await deps.changes.entities[entity].read(
    db,
    validRows.map(({ members }) => keyOf(entity, members)),
  );
  const proposed = validRows.map(({ row, members }): ProposedItem => {
    const key = keyOf(entity, members);
    const now = existing.get(key) ?? null;
    return { entity, key, now, next: { ...(now ?? initialDocument(entity, members, systems)), ...members }, row };
  });
  const unknownSides =
    entity === 'direction'
      ? proposed.filter(({ next }) => !(systems.has(String(next['incomeCode'])) && systems.has(String(next['outcomeCode']))))
      : [];
  const problems: PlanProblem[] = [
    ...result.value.flatMap((row) => row.problems),
    ...[...duplicates].map(({ row, members }) => ({ row, column: null, key: keyOf(entity, members), problem: 'twice' })),
    ...unknownSides.map(({ row, key }) => ({ row, column: null, key, problem: 'unknown_system' })),
  ];
  return accept({ proposed: proposed.filter((item) => !unknownSides.includes(item)), problems, columnOf: columnOf(COLUMNS[entity]) });
}
