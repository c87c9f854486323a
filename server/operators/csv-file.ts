import { Readable } from 'node:stream';
import { CSV_START, csvLines } from '#core/format/csv.ts';
import type { Deps } from '#server/deps.ts';
import type { ListPage, PageStart } from '#server/platform/db/list-page.ts';
import type { ListPart } from '#server/platform/http/pagination.ts';
import { recordAudit } from './record-audit.ts';

/** Rows per query. The database holds nothing between queries, however slowly the file is read. */
const ROWS_PER_READ = 1_000;

type Cell = string | number | boolean | null;

interface ExportedList<Row> {
  /** Name of the file, without extension, and of the list in the audit log. */
  readonly name: string;
  readonly columns: readonly string[];
  /** In the list's default sorting, by keys that do not change. */
  readonly read: (part: ListPart) => Promise<ListPage<Row>>;
  readonly cellsOf: (row: Row) => readonly Cell[];
}

interface ExportedBy {
  readonly operatorId: string;
  /** Filters for the audit log. The searched text is left out: it may be a customer's data. */
  readonly query: Readonly<Record<string, unknown>>;
}

const partAfter = (from: PageStart | undefined): ListPart => ({ limit: ROWS_PER_READ, offset: 0, from, sort: undefined });

async function* textOf<Row>({ columns, read, cellsOf }: ExportedList<Row>, first: ListPage<Row>): AsyncGenerator<string> {
  yield CSV_START + csvLines([columns]);
  let page = first;
  for (;;) {
    yield csvLines(page.rows.map((row) => cellsOf(row).map((cell) => String(cell ?? ''))));
    const { after, asOf = null } = page.ends;
    if (after === null) return;
    page = await read(partAfter({ direction: 'after', place: after, asOf }));
  }
}

/**
 * A whole list as a CSV file, read while it is sent, and recorded in the audit log. A failure of the first part is an error response; a
 * later one breaks the download off.
 */
export async function csvFile<Row>(
  deps: Pick<Deps, 'db' | 'random' | 'secrets'>,
  { operatorId, query }: ExportedBy,
  list: ExportedList<Row>,
) {
  const { q: _text, ...filters } = query;
  const first = await list.read(partAfter(undefined));
  await deps.db.tx(
    async (tx) =>
      await recordAudit(deps, tx, {
        actorId: operatorId,
        action: 'list.export',
        subjectType: 'list',
        subjectId: list.name,
        detail: filters,
      }),
  );
  const bytes = Readable.from(textOf(list, first), { objectMode: false });
  return { bytes, fileName: `${list.name}.csv`, disposition: 'attachment' as const };
}
