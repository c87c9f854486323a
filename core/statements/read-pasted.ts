import {
  type BankEntry,
  findClock,
  findDate,
  findLastDigits,
  MAX_TEXT,
  momentOf,
  plain,
  readAmount,
  type Reading,
  type ReadLine,
} from './entry.ts';

/** Words of money that came, and of money that went; a line of the second without one of the first is left out. */
const CAME = /поступ|зачисл|пополн|приход|входящ|получен|перевод\s+от|перевёл вам|перевел вам|\+\s?\d|incoming|received|credit/iu;
const WENT =
  /списан|покупк|оплат|выдач|снят|исходящ|перевод\s+(?:на|для|клиенту)|перевели|комисси|отказ|debit|withdraw|(?<![\d])[-−–]\s?\d[\d\s]*[.,]?\d*\s*(?:р|₽|руб|rub)/iu;
/** What stands on the account is no money that came. */
const BALANCE = /(?:баланс|остаток|доступно|balance|available)\S*\s*:?\s*[\d\s.,\u00A0\u202F]+\s*(?:р(?:уб\S*)?\.?|₽|rub|rur)?/giu;

const SIGNS: Readonly<Record<string, string>> = {
  RUB: 'р(?:уб\\S*)?|₽|rub|rur',
  USD: '\\$|usd',
  EUR: '€|eur',
  KZT: '₸|kzt|тенге',
  UAH: '₴|uah|грн',
  BYN: 'byn',
};
const OTHERS = /\$|€|₸|₴|usd|eur|kzt|uah|byn|usdt/iu;
const NUMBER = '\\d{1,3}(?:[ \\u00A0\\u2009\\u202F.,]\\d{3})+(?:[.,]\\d{1,2})?|\\d+(?:[.,]\\d{1,2})?';

/** The amount that a line speaks of: the one beside the currency's sign, else the one with a plus. */
function findAmount(text: string, reading: Reading): bigint | undefined {
  const sign = SIGNS[reading.currency] ?? reading.currency.toLowerCase();
  const beside =
    new RegExp(`(?<![\\d.,])(${NUMBER})\\s?(?:${sign})(?![а-яёa-z])`, 'iu').exec(text) ??
    new RegExp(`\\+\\s?(${NUMBER})(?![\\d:])`, 'u').exec(text);
  return beside?.[1] === undefined ? undefined : readAmount(beside[1], reading);
}

const SENDER = /(?:^|[\s,.;])от(?:правитель)?:?\s+([А-ЯЁA-Z][\p{L}-]*(?:\s+[А-ЯЁA-Z][\p{L}.-]*){0,3})/u;
const REFERENCE = /(?:№|номер|операци[яи]|reference|ref|rrn|сип|id)[\s.:№]*([A-ZА-Я]?\d[\w-]{3,35})/iu;

/** One message of a bank, or one line of its page (SMS, push): "Поступление 4 800,00р Карта*1234 14:02". */
function readMessage(raw: string, reading: Reading): ReadLine {
  const text = plain(raw, MAX_TEXT);
  const spoken = text.replaceAll(BALANCE, ' ');
  const fail = (problem: Exclude<ReadLine, { ok: true }>['problem']): ReadLine => ({ ok: false, text, problem });
  if (WENT.test(spoken) && !CAME.test(spoken)) return fail('outgoing');
  const amount = findAmount(spoken, reading);
  if (amount === undefined) return fail(OTHERS.test(spoken) ? 'other_currency' : 'no_amount');
  const moment = momentOf(findDate(spoken), findClock(spoken), reading.now);
  if (moment === undefined) return fail('no_time');
  const entry: BankEntry = {
    amount,
    ...moment,
    reference: REFERENCE.exec(spoken)?.[1] ?? null,
    lastDigits: findLastDigits(spoken),
    sender: SENDER.exec(spoken)?.[1] ?? null,
    text,
  };
  return { ok: true, entry };
}

const MOST_LINES = 5_000;

/** Pasted text, a message on each line. Lines without any digit are not messages. */
export const readPasted = (text: string, reading: Reading): ReadLine[] =>
  text
    .split(/\r?\n/)
    .filter((line) => /\d/.test(line))
    .slice(0, MOST_LINES)
    .map((line) => readMessage(line, reading));
