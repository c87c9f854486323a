import { officeAddBankLine, officeImportStatement, officeReadStatement } from '#contract/office/money/bank-lines.ts';
import { parseAmount, isPlausibleAmount } from '#core/money/amount.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import { accept, refuse } from '#core/result.ts';
import { type BankEntry, cleanLine, type ParseContext, type ParsedLine } from '#core/statements/entry.ts';
import { guessColumns, type TableMapping } from '#core/statements/read-table.ts';
import { MINUTE_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { isRequisiteOf } from '#server/pool/queries.ts';
import { importLines, previewImport } from './import-lines.ts';
import { MAX_SAME_NUMBER, presentEntry, presentMatch, presentNumberEntry } from './present.ts';
import { decodeStatement, formatOf, mappingOf, readCsv, readRows, readText, type StatementFormat, type Table } from './read-file.ts';
import { findTable, saveTable } from './store.ts';

interface StatementContent {
  readonly format: StatementFormat;
  readonly table: Table | undefined;
  readonly mapping: TableMapping;
  /** Whether the column mapping was saved by an earlier import. */
  readonly isMappingSaved: boolean;
  readonly lines: readonly ParsedLine[];
}

/** Rejects a line whose amount is above the asset's maximum. */
const withinAsset =
  ({ scale }: PaymentSystem) =>
  (line: ParsedLine): ParsedLine =>
    line.ok && !isPlausibleAmount(line.entry.amount, scale) ? { ok: false, text: line.entry.text, problem: 'too_large' } : line;

/** Parses a column mapping; undefined when absent or malformed. */
function parseMapping(text: string | undefined): Readonly<Record<string, unknown>> | undefined {
  if (text === undefined || text === '') return undefined;
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : undefined;
  } catch {
    return undefined;
  }
}

/** Reads a statement. The columns of a table follow the sent mapping, or else the saved one, or else its heads. */
async function readStatement(
  deps: Pick<Deps, 'clock'>,
  db: Queryable,
  input: { readonly bytes: Buffer; readonly mapping: string | undefined; readonly system: PaymentSystem },
): Promise<StatementContent> {
  const { scale, precision, currency } = input.system;
  const reading: ParseContext = { scale, precision, currency, now: deps.clock.now() };
  const text = decodeStatement(input.bytes);
  const sentMapping = parseMapping(input.mapping);
  const format = sentMapping === undefined ? formatOf(text) : 'csv';
  const table = format === 'csv' ? readCsv(text) : undefined;
  if (format !== 'csv' || table === undefined)
    return {
      format: format === '1c' ? '1c' : 'text',
      table: undefined,
      mapping: {},
      isMappingSaved: false,
      lines: readText(text, format === '1c' ? '1c' : 'text', reading).map(withinAsset(input.system)),
    };
  const savedMapping = await findTable(db, table.hash);
  const mapping = mappingOf(sentMapping ?? savedMapping ?? guessColumns(table.heads), table.heads);
  return {
    format,
    table,
    mapping,
    isMappingSaved: savedMapping !== undefined,
    lines: readRows(table, mapping, reading).map(withinAsset(input.system)),
  };
}

const entriesOf = (lines: readonly ParsedLine[]): BankEntry[] => lines.flatMap((line) => (line.ok ? [line.entry] : []));
const leftOutOf = (lines: readonly ParsedLine[]) => lines.flatMap((line) => (line.ok ? [] : [{ text: line.text, problem: line.problem }]));

/** A payment system whose payments only operators see. The rails of all others report their payments themselves. */
function statementSystem(deps: Pick<Deps, 'catalogue' | 'rails'>, code: string): PaymentSystem | undefined {
  const system = deps.catalogue.paymentSystem(code);
  return system !== undefined && deps.rails.get(system.rail)?.capabilities.isManual === true ? system : undefined;
}

/** Whether the requisite that the operator named belongs to this payment system; true if none was named. */
async function isRequisiteOfSystem(
  deps: Pick<Deps, 'clock'>,
  db: Queryable,
  id: string | undefined,
  system: PaymentSystem,
): Promise<boolean> {
  return id === undefined || id === '' || (await isRequisiteOf(deps, db, { id, code: system.code }));
}

const readRoute = (deps: Deps): Route =>
  route(officeReadStatement, async ({ body, files }) => {
    const system = statementSystem(deps, body.payment_system_id);
    const file = files['statement'];
    if (!system || !file || !(await isRequisiteOfSystem(deps, deps.db, body.requisite_id, system))) return refuse({ code: 'not_found' });
    const content = await readStatement(deps, deps.db, { bytes: file.bytes, mapping: body.mapping, system });
    const requisiteId = body.requisite_id || null;
    const previews = await previewImport(deps.db, { system, requisiteId, entries: entriesOf(content.lines), source: content.format });
    return accept({
      data: {
        type: 'statement_readings',
        id: system.code,
        attributes: {
          format: content.format,
          heads: [...(content.table?.heads ?? [])],
          mapping: { ...content.mapping },
          is_mapping_known: content.isMappingSaved,
          lines: previews.map(({ entry, isImported, matches, sameNumber }) => ({
            ...presentEntry(entry, system),
            is_known: isImported,
            suggestions: matches.map((match) => presentMatch(match, entry.amount, system)),
            same_number: sameNumber.slice(0, MAX_SAME_NUMBER).map((numberEntry) => presentNumberEntry(numberEntry, system)),
          })),
          left_out: leftOutOf(content.lines),
        },
      },
    });
  });

const importRoute = (deps: Deps): Route =>
  route(officeImportStatement, async ({ visitor: operator, body, files, tx }) => {
    const { userId: operatorId } = operator;
    const system = statementSystem(deps, body.payment_system_id);
    const file = files['statement'];
    if (!system || !file || !(await isRequisiteOfSystem(deps, tx, body.requisite_id, system))) return refuse({ code: 'not_found' });
    const { table, mapping, lines, format } = await readStatement(deps, tx, { bytes: file.bytes, mapping: body.mapping, system });
    const entries = entriesOf(lines);
    if (entries.length === 0) return refuse({ code: 'required', field: 'statement', message: 'statement_empty' });
    if (table !== undefined) await saveTable(tx, { hash: table.hash, heads: table.heads, mapping, by: operatorId, now: deps.clock.now() });
    const isAutomatic = body.automatic !== 'false';
    const taken = await importLines(deps, tx, {
      system,
      requisiteId: body.requisite_id || null,
      entries,
      source: format,
      isAutomatic,
      operatorId,
    });
    return accept({
      data: { type: 'statement_imports', id: system.code, attributes: { ...taken, left_out: lines.length - entries.length } },
    });
  });

const CLOCK_SLACK_MS = 10 * MINUTE_MS;

const addRoute = (deps: Deps): Route =>
  route(officeAddBankLine, async ({ visitor: operator, body, tx }) => {
    const system = statementSystem(deps, body.payment_system_id);
    if (!system) return refuse({ code: 'not_found' });
    const parsed = parseAmount(body.amount, { scale: system.scale, precision: system.scale });
    if (!parsed.ok || parsed.minor <= 0n || !isPlausibleAmount(parsed.minor, system.scale))
      return refuse({ code: 'not_allowed_amount', field: 'amount' });
    const at = Date.parse(body.at);
    if (Number.isNaN(at) || at > deps.clock.now() + CLOCK_SLACK_MS) return refuse({ code: 'invalid_format', field: 'at' });
    const lastDigits = body.last_digits.trim();
    if (lastDigits !== '' && !/^\d{4}$/.test(lastDigits)) return refuse({ code: 'invalid_format', field: 'last_digits' });
    const [reference, sender] = [cleanLine(body.reference), cleanLine(body.sender)];
    const entry: BankEntry = {
      amount: parsed.minor,
      at,
      isDayOnly: false,
      reference: reference || null,
      lastDigits: lastDigits || null,
      sender: sender || null,
      text: [reference, sender, lastDigits && `*${lastDigits}`].filter((part) => part !== '').join(', '),
    };
    const { userId: operatorId } = operator;
    const taken = await importLines(deps, tx, {
      system,
      requisiteId: null,
      entries: [entry],
      source: 'hand',
      isAutomatic: true,
      operatorId,
    });
    return accept({ data: { type: 'bank_lines', id: system.code, attributes: taken } });
  });

/** Operator routes that record bank lines: preview and import of a statement, and single lines. */
export const statementRoutes = (deps: Deps): Route[] => [readRoute(deps), importRoute(deps), addRoute(deps)];
