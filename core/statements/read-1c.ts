import { findClock, findDate, findLastDigits, MAX_TEXT, momentOf, plain, readAmount, type Reading, type ReadLine } from './entry.ts';

type Section = ReadonlyMap<string, string>;

interface Exchange {
  /** Accounts that the statement is of. */
  readonly accounts: readonly string[];
  readonly documents: readonly Section[];
}

const FIRST_LINE = '1CClientBankExchange';

/** Whether a text is a file of this exchange (1C's "Клиент банка", versions 1.00-1.03). */
export const is1c = (text: string): boolean =>
  text
    .replace(/^\uFEFF/, '')
    .trimStart()
    .startsWith(FIRST_LINE);

/** `Ключ=Значение` lines in sections; what stands before the first document names the accounts. */
function sectionsOf(text: string): Exchange {
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

const first = (section: Section, ...keys: readonly string[]): string =>
  keys.map((key) => section.get(key) ?? '').find((value) => value !== '') ?? '';

function readDocument(section: Section, accounts: readonly string[], reading: Reading): ReadLine {
  const [payee, payer] = [first(section, 'ПолучательСчет', 'ПолучательРасчСчет'), first(section, 'ПлательщикСчет', 'ПлательщикРасчСчет')];
  const purpose = first(section, 'НазначениеПлатежа', 'НазначениеПлатежа1');
  const sender = first(section, 'Плательщик1', 'Плательщик').replace(/^ИНН\s+\d+\s*/u, '');
  const text = plain(`${first(section, 'Документ')} № ${first(section, 'Номер')} ${sender}: ${purpose}`, MAX_TEXT);
  const fail = (problem: Exclude<ReadLine, { ok: true }>['problem']): ReadLine => ({ ok: false, text, problem });
  const isOurs = (account: string): boolean => accounts.includes(account);
  const arrived = first(section, 'ДатаПоступило');
  // Between two accounts of ours, or with neither named, the date that the bank has filled in tells the way
  const isIn = isOurs(payee) === isOurs(payer) ? arrived !== '' || first(section, 'ДатаСписано') === '' : isOurs(payee);
  if (!isIn) return fail('outgoing');
  const amount = readAmount(first(section, 'Сумма'), reading);
  if (amount === undefined) return fail('no_amount');
  const moment = momentOf(
    findDate(arrived || first(section, 'Дата')),
    findClock(first(section, 'ВремяПоступило', 'КвитанцияВремя')),
    reading.now,
  );
  if (moment === undefined) return fail('no_time');
  const reference = plain(first(section, 'УникальныйИдентификаторПлатежа', 'УИП', 'Номер'));
  return {
    ok: true,
    entry: { amount, ...moment, reference: reference || null, lastDigits: findLastDigits(purpose), sender: plain(sender) || null, text },
  };
}

/** Documents of a statement file; those that went out are said to be so. Undefined: it is no such file. */
export function read1c(text: string, reading: Reading): ReadLine[] | undefined {
  if (!is1c(text)) return undefined;
  const { accounts, documents } = sectionsOf(text);
  return documents.map((section) => readDocument(section, accounts, reading));
}
