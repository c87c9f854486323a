import {
  findClock,
  findDate,
  findLastDigits,
  MAX_TEXT_LENGTH,
  momentOf,
  cleanLine,
  readAmount,
  type ParseContext,
  type ParsedLine,
  type ReadProblem,
} from './entry.ts';

type Section = ReadonlyMap<string, string>;

interface StatementFile {
  /** Accounts of the statement. */
  readonly accounts: readonly string[];
  readonly documents: readonly Section[];
}

const FIRST_LINE = '1CClientBankExchange';

/** Whether a text is a file of this format (1C's "Клиент банка", versions 1.00-1.03). */
export const is1c = (text: string): boolean =>
  text
    .replace(/^\uFEFF/, '')
    .trimStart()
    .startsWith(FIRST_LINE);

/** `Ключ=Значение` lines by section; the part before the first document names the accounts. */
function sectionsOf(text: string): StatementFile {
  const accounts: string[] = [];
  const documents: Section[] = [];
  let document: Map<string, string> | null = null;
  for (const line of text.split(/\r?\n/)) {
    const at = line.indexOf('=');
    const key = (at === -1 ? line : line.slice(0, at)).trim();
    const value = at === -1 ? '' : line.slice(at + 1).trim();
    if (key === 'СекцияДокумент') document = new Map([['Документ', value]]);
    else if (key === 'КонецДокумента') {
      if (document !== null) documents.push(document);
      document = null;
    } else if (document !== null) {
      if (!document.has(key)) document.set(key, value);
    } else if (key === 'РасчСчет' && value !== '') accounts.push(value);
  }
  return { accounts, documents };
}

const firstValue = (section: Section, ...keys: readonly string[]): string =>
  keys.map((key) => section.get(key) ?? '').find((value) => value !== '') ?? '';

function readDocument(section: Section, accounts: readonly string[], reading: ParseContext): ParsedLine {
  const [payee, payer] = [
    firstValue(section, 'ПолучательСчет', 'ПолучательРасчСчет'),
    firstValue(section, 'ПлательщикСчет', 'ПлательщикРасчСчет'),
  ];
  const purpose = firstValue(section, 'НазначениеПлатежа', 'НазначениеПлатежа1');
  const sender = firstValue(section, 'Плательщик1', 'Плательщик').replace(/^ИНН\s+\d+\s*/u, '');
  const text = cleanLine(`${firstValue(section, 'Документ')} № ${firstValue(section, 'Номер')} ${sender}: ${purpose}`, MAX_TEXT_LENGTH);
  const toProblem = (problem: ReadProblem): ParsedLine => ({ ok: false, text, problem });
  const isOurs = (account: string): boolean => accounts.includes(account);
  const receivedDate = firstValue(section, 'ДатаПоступило');
  // Between two own accounts, or with neither named, the date filled in by the bank shows the direction
  const isIn = isOurs(payee) === isOurs(payer) ? receivedDate !== '' || firstValue(section, 'ДатаСписано') === '' : isOurs(payee);
  if (!isIn) return toProblem('outgoing');
  const amount = readAmount(firstValue(section, 'Сумма'), reading);
  if (amount === undefined) return toProblem('no_amount');
  const moment = momentOf(
    findDate(receivedDate || firstValue(section, 'Дата')),
    findClock(firstValue(section, 'ВремяПоступило', 'КвитанцияВремя')),
    reading.now,
  );
  if (moment === undefined) return toProblem('no_time');
  const reference = cleanLine(firstValue(section, 'УникальныйИдентификаторПлатежа', 'УИП', 'Номер'));
  return {
    ok: true,
    entry: {
      amount,
      ...moment,
      reference: reference || null,
      lastDigits: findLastDigits(purpose),
      sender: cleanLine(sender) || null,
      text,
    },
  };
}

/** Documents of a statement file; outgoing ones have the problem `outgoing`. Undefined: another format. */
export function read1c(text: string, reading: ParseContext): ParsedLine[] | undefined {
  if (!is1c(text)) return undefined;
  const { accounts, documents } = sectionsOf(text);
  return documents.map((section) => readDocument(section, accounts, reading));
}
