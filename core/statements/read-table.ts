import {
  type BankEntry,
  findClock,
  findDate,
  findLastDigits,
  isCurrency,
  MAX_TEXT_LENGTH,
  momentOf,
  cleanLine,
  readAmount,
  type ParseContext,
  type ParsedLine,
  type ReadProblem,
} from './entry.ts';

/** Meanings of the columns of a bank's table. */
export const TABLE_COLUMNS = ['amount', 'date', 'time', 'reference', 'sender', 'last_digits', 'text', 'way', 'currency', 'state'] as const;
export type TableColumn = (typeof TABLE_COLUMNS)[number];

/** Index of each column; amount and date are required. */
export type TableMapping = Partial<Readonly<Record<TableColumn, number>>>;

const HEADINGS: Readonly<Record<TableColumn, RegExp>> = {
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

/** The most likely column meanings by their headings; a person confirms them once per bank. */
export function guessColumns(headings: readonly string[]): TableMapping {
  const columns = TABLE_COLUMNS.flatMap((column) => {
    const index = headings.findIndex((heading) => HEADINGS[column].test(cleanLine(heading)));
    return index === -1 ? [] : [[column, index] as const];
  });
  return Object.fromEntries(columns);
}

/** A cell that marks a failed operation. */
const FAILED = /^(?:failed|declined|rejected|отказ\p{L}*|откл[оа]н[её]\p{L}*|отмен[её]\p{L}*|не\s+(?:выполнен|исполнен)\p{L}*)$/iu;
const OUTGOING = /расход|списан|дебет|исходящ|debit|out/iu;
/** A cell that marks a completed transfer; other states have too many names to list. */
const DONE =
  /^(?:ok|ок|да|(?:исполнен|выполнен|провед[её]н|зачислен|заверш[её]н|обработан|подтвержд[её]н|получен)(?:[аоы]|о банком)?|успе(?:х|шн\S*)|done|complete[d]?|success\S*|succeeded|executed|posted|booked|processed|settled|confirmed|credited|received)$/iu;

function readRow(cells: readonly string[], mapping: TableMapping, reading: ParseContext): ParsedLine {
  const cell = (column: TableColumn): string => {
    const index = mapping[column];
    return index === undefined ? '' : (cells[index] ?? '').trim();
  };
  const text = cleanLine(cells.join(' | '), MAX_TEXT_LENGTH);
  const toProblem = (problem: ReadProblem): ParsedLine => ({ ok: false, text, problem });
  const amountText = cell('amount')
    .replaceAll(/(?:р(?:уб\S*)?\.?|₽|rub|rur)$/giu, '')
    .trim();
  if (/^[-−–]/.test(amountText) || OUTGOING.test(cell('way'))) return toProblem('outgoing');
  if (cells.some((cellText) => FAILED.test(cellText.trim()))) return toProblem('not_done');
  if (cell('currency') !== '' && !isCurrency(cell('currency'), reading.currency)) return toProblem('other_currency');
  if (cell('state') !== '' && !DONE.test(cell('state'))) return toProblem('not_done');
  const amount = readAmount(amountText, reading);
  if (amount === undefined) return toProblem('no_amount');
  const moment = momentOf(findDate(cell('date')), findClock(cell('time') || cell('date')), reading.now);
  if (moment === undefined) return toProblem('no_time');
  const lastDigits = /(\d{4})\D*$/.exec(cell('last_digits'))?.[1] ?? findLastDigits(cell('text'));
  const entry: BankEntry = {
    amount,
    ...moment,
    reference: cleanLine(cell('reference')) || null,
    lastDigits,
    sender: cleanLine(cell('sender')) || null,
    text: cleanLine(cell('text'), MAX_TEXT_LENGTH) || text,
  };
  return { ok: true, entry };
}

/** Parses the rows below the headings. */
export const readTable = (rows: readonly (readonly string[])[], mapping: TableMapping, reading: ParseContext): ParsedLine[] =>
  rows.filter((cells) => cells.some((cell) => cell.trim() !== '')).map((cells) => readRow(cells, mapping, reading));
