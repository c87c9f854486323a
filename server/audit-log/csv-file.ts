import { addAbortSignal, Readable } from 'node:stream';
import { CSV_START, csvLines } from '#core/format/csv.ts';
import type { Deps } from '#server/deps.ts';
import type { ListPage, PageStart } from '#server/platform/db/list-page.ts';
import type { ListPart } from '#server/platform/http/pagination.ts';
import { accept, refuse } from '#core/result.ts';
import { SECOND_MS } from '#core/time.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import { logFailure } from '#server/platform/db/unavailable.ts';
import type { SignedIn } from '#server/platform/http/route.ts';
import { untilSignedOut } from '#server/sessions/end-sessions.ts';

/** Rows per query. The database holds nothing between queries, however slowly the file is read. */
const ROWS_PER_READ = 1_000;

type Cell = string | number | boolean | null;

interface ExportedList<Row> {
  /** Name of the file, without extension, and of the list in the audit log. */
  readonly name: string;
  readonly columns: readonly string[];
  /** Sorted by keys that do not change: a row that moves would be missing or written twice. */
  readonly read: (part: ListPart) => Promise<ListPage<Row>>;
  readonly cellsOf: (row: Row) => readonly Cell[];
}

interface ExportCall {
  readonly visitor: SignedIn;
  /** Its filters are recorded in the audit log. The searched text is left out: it may be a customer's data. */
  readonly query: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
  readonly isHead: boolean;
}

/** Files that are read at once, in this process: each keeps a connection of the database busy. */
const MAX_FILES = 4;
const MAX_FILES_OF_OPERATOR = 1;
const WAIT_SECONDS = 30;
const UNREAD_MS = 15 * SECOND_MS;

/** Operators whose files are being read, one entry for each file. */
const reading: string[] = [];

/** Undefined: too many files are read. */
function acquirePlace(operatorId: string): (() => void) | undefined {
  if (reading.length >= MAX_FILES || reading.filter((one) => one === operatorId).length >= MAX_FILES_OF_OPERATOR) return undefined;
  reading.push(operatorId);
  return () => void reading.splice(reading.indexOf(operatorId), 1);
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

type ExportDeps = Pick<Deps, 'db' | 'clock' | 'settings' | 'live' | 'random' | 'secrets' | 'log'>;

async function fileOf<Row>(deps: ExportDeps, { visitor, query, signal }: ExportCall, list: ExportedList<Row>): Promise<Readable> {
  const { q: _text, ...filters } = query;
  const first = await list.read(partAfter(undefined));
  await deps.db.tx(
    async (tx) =>
      await recordAudit(deps, tx, {
        actorId: visitor.userId,
        action: 'list.export',
        subjectType: 'list',
        subjectId: list.name,
        detail: filters,
      }),
  );
  const bytes = Readable.from(textOf(list, first), { objectMode: false });
  const ended = untilSignedOut(deps, visitor, signal);
  bytes.on('error', (error) => {
    if (!ended.aborted) logFailure(deps.log, { list: list.name, error }, 'export_broken');
  });
  return addAbortSignal(ended, bytes);
}

/**
 * A whole list as a CSV file, read while it is sent, and recorded in the audit log. It ends when its operator is signed out.
 * - A failure of the first part is an error response; a later one breaks the download off.
 * - Refused: more than one file of an operator, or four of the process, at once.
 */
export async function csvFile<Row>(deps: ExportDeps, call: ExportCall, list: ExportedList<Row>) {
  const file = { fileName: `${list.name}.csv`, disposition: 'attachment' as const };
  if (call.isHead) return accept({ ...file, bytes: Readable.from([]) });
  const release = acquirePlace(call.visitor.userId);
  if (release === undefined) return refuse({ code: 'too_many_requests', params: { seconds: WAIT_SECONDS } });
  try {
    const bytes = await fileOf(deps, call, list);
    bytes.once('close', release);
    // A request that was answered before, by its deadline, reads nothing
    setTimeout(() => void (bytes.readableDidRead || bytes.destroy()), UNREAD_MS).unref();
    return accept({ ...file, bytes });
  } catch (error) {
    release();
    throw error;
  }
}
