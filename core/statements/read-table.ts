import {
  type BankEntry,
  findClock,
  findDate,
  findLastDigits,
  isCurrency,
  MAX_TEXT,
  momentOf,
  plain,
  readAmount,
  type Reading,
  type ReadLine,
} from './entry.ts';

/** What a column of a bank's table may be. */
export const TABLE_COLUMNS = ['amount', 'date', 'time', 'reference', 'sender', 'last_digits', 'text', 'way', 'currency', 'state'] as const;
export type TableColumn = (typeof TABLE_COLUMNS)[number];

/** Which column is what, by its place; amount and date are needed. */
export type TableMapping = Partial<Readonly<Record<TableColumn, number>>>;

const HEADS: Readonly<Record<TableColumn, RegExp>> = {
  amount: /^(?:сумма(?:\s+(?:операции|платежа|поступления|зачисления|в валюте.*|,.*))?|приход|поступлени[ея]|кредит|amount|credit)$/iu,
  date: /^(?:дата(?:\s+(?:операции|проводки|зачисления|платежа|и время.*))?|date|posted.*)$/iu,
  time: /^(?:время.*|time)$/iu,
  reference:
    /^(?:номер(?:\s+(?:операции|документа|платежа))?|№.*|код авторизации|reference|rrn|id.*|(?:tx|transaction)\s*(?:id|hash)|hash|хеш.*)$/iu,
  sender: /^(?:отправитель|плательщик|контрагент|от кого|sender|payer|counterparty)$/iu,
  last_digits: /^(?:карта|номер карты|сч[её]т|card|account)$/iu,
  text: /^(?:описание|назначение(?:\s+платежа)?|комментарий|детали|description|purpose|details)$/iu,
  way: /^(?:тип|вид|тип операции|направление|приход\/расход|type|direction)$/iu,
  currency: /^(?:валюта(?:\s.*)?|currency(?:\s.*)?|coin|asset|монета)$/iu,
  state: /^(?:статус(?:\s.*)?|состояние(?:\s.*)?|status|state)$/iu,
};

/** What the heads of a table most likely are; a person looks at it once for each bank. */
export function guessColumns(heads: readonly string[]): TableMapping {
  const found = TABLE_COLUMNS.flatMap((column) => {
    const index = heads.findIndex((head) => HEADS[column].test(plain(head)));
    return index === -1 ? [] : [[column, index] as const];
  });
  return Object.fromEntries(found);
}

/** A cell that says the operation was not carried out. */
const FAILED = /^(?:failed|declined|rejected|отказ\p{L}*|откл[оа]н[её]\p{L}*|отмен[её]\p{L}*|не\s+(?:выполнен|исполнен)\p{L}*)$/iu;
const OUT = /расход|списан|дебет|исходящ|debit|out/iu;
/** What a bank says of a transfer that is done; tried, held, declined and undone ones have words that nobody can list. */
const DONE =
  /^(?:ok|ок|да|(?:исполнен|выполнен|провед[её]н|зачислен|заверш[её]н|обработан|подтвержд[её]н|получен)(?:[аоы]|о банком)?|успе(?:х|шн\S*)|done|complete[d]?|success\S*|succeeded|executed|posted|booked|processed|settled|confirmed|credited|received)$/iu;

function readRow(cells: readonly string[], mapping: TableMapping, reading: Reading): ReadLine {
  const cell = (column: TableColumn): string => {
    const index = mapping[column];
    return index === undefined ? '' : (cells[index] ?? '').trim();
  };
  const text = plain(cells.join(' | '), MAX_TEXT);
  const fail = (problem: Exclude<ReadLine, { ok: true }>['problem']): ReadLine => ({ ok: false, text, problem });
  const typed = cell('amount')
    .replaceAll(/(?:р(?:уб\S*)?\.?|₽|rub|rur)$/giu, '')
    .trim();
  if (/^[-−–]/.test(typed) || OUT.test(cell('way'))) return fail('outgoing');
  if (cells.some((one) => FAILED.test(one.trim()))) return fail('not_done');
  if (cell('currency') !== '' && !isCurrency(cell('currency'), reading.currency)) return fail('other_currency');
  if (cell('state') !== '' && !DONE.test(cell('state'))) return fail('not_done');
  const amount = readAmount(typed, reading);
  if (amount === undefined) return fail('no_amount');
  const moment = momentOf(findDate(cell('date')), findClock(cell('time') || cell('date')), reading.now);
  if (moment === undefined) return fail('no_time');
  const lastDigits = /(\d{4})\D*$/.exec(cell('last_digits'))?.[1] ?? findLastDigits(cell('text'));
  const entry: BankEntry = {
    amount,
    ...moment,
    reference: plain(cell('reference')) || null,
    lastDigits,
    sender: plain(cell('sender')) || null,
    text: plain(cell('text'), MAX_TEXT) || text,
  };
  return { ok: true, entry };
}

/** Rows of a table below its heads. */
export const readTable = (rows: readonly (readonly string[])[], mapping: TableMapping, reading: Reading): ReadLine[] =>
  rows.filter((cells) => cells.some((cell) => cell.trim() !== '')).map((cells) => readRow(cells, mapping, reading));
