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

/** Words that say that money came, whatever else the line speaks of (a fee, what it was for). */
const CAME =
  /поступ|зачисл|приход(?!\p{L})|входящ|получен(?!и)|перевод(?!\s+(?:на|для|по|клиенту)\s)\s[^;]{0,40}\sот\s+(?!\d)|перев[её]л[аи]?\s+вам|incoming|received/iu;
/** The same where no word of money that went stands beside them: a telephone is topped up as well as an account. */
const MAY_HAVE_COME = /пополн|credited|\+\s?\d/iu;
const WENT =
  /списан|покупк|оплат|выдач|снят|исходящ|перевод\s+(?:на|для|по|клиенту)|перевели|пополнение\s+(?:телефон|мобил|кошельк)|debit|withdraw|(?<!\d)[-−–]\s?\d[\d\s]*[.,]?\d*\s*(?:р|₽|руб|rub)/iu;
/** It was tried, and nothing came. */
const FAILED = /отказ|отклон|не\s+(?:выполнен|прош|зачисл|исполнен)|отмен|declin|reject|cancel/iu;

/** Whether money came; undefined where the line does not say: nothing is anybody's money by a guess. */
function hasCome(text: string): boolean | undefined {
  if (FAILED.test(text)) return false;
  if (CAME.test(text)) return true;
  if (WENT.test(text)) return false;
  return MAY_HAVE_COME.test(text) ? true : undefined;
}

/** Telephones begin as amounts do that came: `+7 900 123-45-67`, `+7900***4567`. */
const PHONE = /\+\s?7[\s(]*9\d{2}[\s)]*[\d*•·xх][\d\s*•·xх()-]{4,}/giu;
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
  const spoken = text.replaceAll(PHONE, ' ').replaceAll(BALANCE, ' ');
  const fail = (problem: Exclude<ReadLine, { ok: true }>['problem']): ReadLine => ({ ok: false, text, problem });
  const isIn = hasCome(spoken);
  if (isIn === false) return fail('outgoing');
  const amount = findAmount(spoken, reading);
  if (amount === undefined) return fail(OTHERS.test(spoken) ? 'other_currency' : 'no_amount');
  const moment = momentOf(findDate(spoken), findClock(spoken), reading.now);
  if (moment === undefined) return fail('no_time');
  if (isIn === undefined) return fail('no_way');
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
