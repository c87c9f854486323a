import {
  type BankEntry,
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

/** Words for incoming money, which decide whatever else the line contains. */
const INCOMING =
  /поступ|зачисл|приход(?!\p{L})|входящ|получен(?!и)|перевод(?!\s+(?:на|для|по|клиенту)\s)\s[^;]{0,40}\sот\s+(?!\d)|перев[её]л[аи]?\s+вам|incoming|received/iu;
/** Words for incoming money unless the line also has one for outgoing money: a telephone is topped up like an account. */
const MAYBE_INCOMING = /пополн|credited|\+\s?\d/iu;
const OUTGOING =
  /списан|покупк|оплат|выдач|снят|исходящ|перевод\s+(?:на|для|по|клиенту)|перевели|пополнение\s+(?:телефон|мобил|кошельк)|debit|withdraw|(?<!\d)[-−–]\s?\d[\d\s]*[.,]?\d*\s*(?:р|₽|руб|rub)/iu;
/** A failed attempt: nothing arrived. */
const FAILED = /отказ|отклон|не\s+(?:выполнен|прош|зачисл|исполнен)|отмен|declin|reject|cancel/iu;

/** Whether money arrived. Undefined if the line does not say, as money is never assigned by a guess. */
function isIncoming(text: string): boolean | undefined {
  if (FAILED.test(text)) return false;
  if (INCOMING.test(text)) return true;
  if (OUTGOING.test(text)) return false;
  return MAYBE_INCOMING.test(text) ? true : undefined;
}

/** Telephone numbers look like incoming amounts: `+7 900 123-45-67`, `+7900***4567`. */
const PHONE = /\+\s?7[\s(]*9\d{2}[\s)]*[\d*•·xх][\d\s*•·xх()-]{4,}/giu;
/** An account's balance is not an incoming amount. */
const BALANCE = /(?:баланс|остаток|доступно|balance|available)\S*\s*:?\s*[\d\s.,\u00A0\u202F]+\s*(?:р(?:уб\S*)?\.?|₽|rub|rur)?/giu;

const SIGNS: Readonly<Record<string, string>> = {
  RUB: 'р(?:уб\\S*)?|₽|rub|rur',
  USD: '\\$|usd',
  EUR: '€|eur',
  KZT: '₸|kzt|тенге',
  UAH: '₴|uah|грн',
  BYN: 'byn',
};
const OTHER_CURRENCY = /\$|€|₸|₴|usd|eur|kzt|uah|byn|usdt/iu;
const NUMBER = '\\d{1,3}(?:[ \\u00A0\\u2009\\u202F.,]\\d{3})+(?:[.,]\\d{1,2})?|\\d+(?:[.,]\\d{1,2})?';

/** The amount of a line in minor units: the one beside the currency's sign, else the one with a plus. */
function findAmount(text: string, reading: ParseContext): bigint | undefined {
  const sign = SIGNS[reading.currency] ?? reading.currency.toLowerCase();
  const match =
    new RegExp(`(?<![\\d.,])(${NUMBER})\\s?(?:${sign})(?![а-яёa-z])`, 'iu').exec(text) ??
    new RegExp(`\\+\\s?(${NUMBER})(?![\\d:])`, 'u').exec(text);
  return match?.[1] === undefined ? undefined : readAmount(match[1], reading);
}

const SENDER = /(?:^|[\s,.;])от(?:правитель)?:?\s+([А-ЯЁA-Z][\p{L}-]*(?:\s+[А-ЯЁA-Z][\p{L}.-]*){0,3})/u;
const REFERENCE = /(?:№|номер|операци[яи]|reference|ref|rrn|сип|id)[\s.:№]*([A-ZА-Я]?\d[\w-]{3,35})/iu;

/** One message of a bank (SMS, push), or one line of its page: "Поступление 4 800,00р Карта*1234 14:02". */
function readMessage(raw: string, reading: ParseContext): ParsedLine {
  const text = cleanLine(raw, MAX_TEXT_LENGTH);
  const relevant = text.replaceAll(PHONE, ' ').replaceAll(BALANCE, ' ');
  const toProblem = (problem: ReadProblem): ParsedLine => ({ ok: false, text, problem });
  const isIn = isIncoming(relevant);
  if (isIn === false) return toProblem('outgoing');
  const amount = findAmount(relevant, reading);
  if (amount === undefined) return toProblem(OTHER_CURRENCY.test(relevant) ? 'other_currency' : 'no_amount');
  const moment = momentOf(findDate(relevant), findClock(relevant), reading.now);
  if (moment === undefined) return toProblem('no_time');
  if (isIn === undefined) return toProblem('no_way');
  const entry: BankEntry = {
    amount,
    ...moment,
    reference: REFERENCE.exec(relevant)?.[1] ?? null,
    lastDigits: findLastDigits(relevant),
    sender: SENDER.exec(relevant)?.[1] ?? null,
    text,
  };
  return { ok: true, entry };
}

const MAX_LINES = 5_000;

/** Pasted text with a message on each line. Lines without digits are skipped. */
export const readPasted = (text: string, reading: ParseContext): ParsedLine[] =>
  text
    .split(/\r?\n/)
    .filter((line) => /\d/.test(line))
    .slice(0, MAX_LINES)
    .map((line) => readMessage(line, reading));
