import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAmount, type ParseContext } from './entry.ts';
import { read1c } from './read-1c.ts';
import { readPasted } from './read-pasted.ts';
import { guessColumns, readTable } from './read-table.ts';

/** 21 November 2026, 15:30 by Moscow. */
const NOW = Date.UTC(2026, 10, 21, 12, 30);
const reading: ParseContext = { scale: 2, precision: 2, currency: 'RUB', now: NOW };
const at = (day: number, hours: number, minutes: number) => Date.UTC(2026, 10, day, hours - 3, minutes);
const one = (text: string) => {
  const [line] = readPasted(text, reading);
  return line?.ok === true ? line.entry : line?.problem;
};

describe('amounts', () => {
  it.each([
    ['4 800,00', 480_000n],
    ['4\u00A0800.5', 480_050n],
    ['4,800.00', 480_000n],
    ['4.800,00', 480_000n],
    ['1,234,567.89', 123_456_789n],
    ['+12', 1_200n],
    ['0', undefined],
    ['-5', undefined],
    ['1,23,456', undefined],
    ['1e5', undefined],
  ])('%s', (text, minor) => {
    expect(readAmount(text, reading)).toBe(minor);
  });
});

describe('amounts of coins', () => {
  it.each([
    ['0.003', 300_000n],
    ['0,003', 300_000n],
    ['1.500', 150_000_000n],
    ['0.00312345', 312_345n],
    ['1,234.5', 123_450_000_000n],
    ['1,500', undefined],
  ])('%s', (text, minor) => {
    expect(readAmount(text, { scale: 8, precision: 8 })).toBe(minor);
  });
});

describe('pasted messages', () => {
  it.each([
    ['Поступление 4 800,00р Карта*1234 14:02', { amount: 480_000n, at: at(21, 14, 2), lastDigits: '1234', isDayOnly: false }],
    ['MIR-1234 14:02 Перевод 4800р от ИВАН П. Баланс: 12 345,67р', { amount: 480_000n, lastDigits: '1234', sender: 'ИВАН П.' }],
    [
      'Пополнение, счет RUB. 4800 RUB. СБП Иван П. 21.11.2026 09:15:30 Доступно 99999 RUB',
      { amount: 480_000n, at: at(21, 9, 15) + 30_000 },
    ],
    ['20.11 23:59 Зачисление +5 000,01 ₽, карта ··1234', { amount: 500_001n, at: at(20, 23, 59), lastDigits: '1234' }],
    ['Поступление 100 руб. в 23:50', { amount: 10_000n, at: at(20, 23, 50) }],
    ['+7 900 ₽ Иван П. 14:02', { amount: 790_000n }],
    ['Поступление 100р, комиссия 0р. Оплата услуг 14:02', { amount: 10_000n }],
    ['21.11.26 Поступление 100 руб. Операция № A123456', { amount: 10_000n, isDayOnly: true, reference: 'A123456' }],
  ])('%s', (text, expected) => {
    expect(one(text)).toMatchObject(expected);
  });
  it.each([
    ['Покупка 500р Магазин 14:02', 'outgoing'],
    ['Перевод на карту 500р 14:02', 'outgoing'],
    ['14:02 −500 ₽ Кафе', 'outgoing'],
    ['Поступление Карта*1234 14:02', 'no_amount'],
    ['Поступление 20 USD 14:02', 'other_currency'],
    ['Поступление 4800р', 'no_time'],
    ['MIR-1234 14:02 Перевод 500р Баланс: 1000р', 'no_way'],
    ['14:02 Кафе 500р', 'no_way'],
    ['14:02 Перевод 500р на карту *1234 от 21.11.26', 'no_way'],
    ['14:02 Перевод на карту *1234 500р от ИВАН П.', 'outgoing'],
    ['Перевод по СБП на +79001234567 500 ₽ 14:02', 'outgoing'],
    ['Списание 500р по номеру +7 900 123-45-67 14:02', 'outgoing'],
    ['Списание 500р Пополнение телефона 14:02', 'outgoing'],
    ['Поступление 500р отклонено 14:02', 'outgoing'],
    ['Поступление 4800 от +79001234567 14:02', 'no_amount'],
    ['Поступление 4800 от +7900***4567 14:02', 'no_amount'],
  ])('%s: %s', (text, problem) => {
    expect(one(text)).toBe(problem);
  });
  it('reads generated messages with any amount and time', () => {
    const digits = fc.integer({ min: 0, max: 9999 }).map((n) => String(n).padStart(4, '0'));
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999_999 }), fc.integer({ min: 0, max: 15 * 60 + 30 }), digits, (kopecks, minute, last) => {
        const text = `${Math.floor(kopecks / 100).toLocaleString('ru-RU')},${String(kopecks % 100).padStart(2, '0')}`;
        const clock = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
        expect(one(`Поступление ${text}р Карта*${last} ${clock}`)).toMatchObject({
          amount: BigInt(kopecks),
          lastDigits: last,
          at: at(21, Math.floor(minute / 60), minute % 60),
        });
      }),
    );
  });
  it('reads any text without an exception', () => {
    fc.assert(fc.property(fc.string({ maxLength: 120 }), (text) => void readPasted(`1${text}`, reading)));
    const bait = `${'1 '.repeat(20_000)}р ${'*'.repeat(20_000)}`;
    expect(readPasted(bait, reading)).toHaveLength(1);
  });
});

/** Written from the format's description, not by a bank. */
const EXCHANGE = `1CClientBankExchange
ВерсияФормата=1.03
Кодировка=Windows
РасчСчет=40702810000000000001
СекцияРасчСчет
РасчСчет=40702810000000000001
КонецРасчСчет
СекцияДокумент=Платежное поручение
Номер=17
Дата=20.11.2026
Сумма=4800.00
ПлательщикСчет=40817810000000000002
Плательщик=ИНН 770000000000 Иванов Иван Иванович
ПолучательСчет=40702810000000000001
ДатаПоступило=21.11.2026
НазначениеПлатежа=Перевод по договору. Карта*1234
КонецДокумента
СекцияДокумент=Платежное поручение
Номер=18
Дата=21.11.2026
Сумма=100.00
ПлательщикСчет=40702810000000000001
ПолучательСчет=40817810000000000002
ДатаСписано=21.11.2026
КонецДокумента
КонецФайла
`;

describe('a statement of 1C', () => {
  it('returns incoming payments and marks outgoing ones', () => {
    const lines = read1c(EXCHANGE.replaceAll('\n', '\r\n'), reading);
    expect(lines).toMatchObject([
      {
        ok: true,
        entry: {
          amount: 480_000n,
          at: at(21, 12, 0),
          isDayOnly: true,
          reference: '17',
          lastDigits: '1234',
          sender: 'Иванов Иван Иванович',
        },
      },
      { ok: false, problem: 'outgoing' },
    ]);
  });
  it('is recognised by its first line, and a broken one has no entries', () => {
    expect(read1c('Дата;Сумма', reading)).toBeUndefined();
    fc.assert(
      fc.property(
        fc.string({ maxLength: 200 }),
        (text) => void read1c(`1CClientBankExchange\nСекцияДокумент=${text}\n${text}=${text}\nКонецДокумента`, reading),
      ),
    );
    expect(read1c('1CClientBankExchange\nСекцияДокумент=x\nСумма=5', reading)).toEqual([]);
  });
});

describe('a table', () => {
  const heads = ['Дата операции', 'Время', 'Тип операции', 'Сумма операции', 'Номер операции', 'Отправитель', 'Карта'];
  it('is read by its headings', () => {
    const mapping = guessColumns(heads);
    expect(mapping).toEqual({ date: 0, time: 1, way: 2, amount: 3, reference: 4, sender: 5, last_digits: 6 });
    const rows = [
      ['21.11.2026', '14:02', 'Приход', '4 800,00 ₽', 'X-1', 'Иван П.', '2200********1234'],
      ['21.11.2026', '14:03', 'Расход', '100', 'X-2', '', ''],
      ['21.11.2026', '14:04', '', '-100', 'X-3', '', ''],
      ['21.11.2026', '14:05', 'Приход', '100', 'X-4', '', 'Отклонено'],
      ['', '', '', '', '', '', ''],
      ['вчера', '', 'Приход', '5', '', '', ''],
    ];
    expect(readTable(rows, mapping, reading)).toMatchObject([
      { ok: true, entry: { amount: 480_000n, at: at(21, 14, 2), reference: 'X-1', sender: 'Иван П.', lastDigits: '1234' } },
      { ok: false, problem: 'outgoing' },
      { ok: false, problem: 'outgoing' },
      { ok: false, problem: 'not_done' },
      { ok: false, problem: 'no_time' },
    ]);
  });
  it('accepts completed payments in its own currency only', () => {
    const bank = ['Дата операции', 'Номер карты', 'Статус', 'Сумма операции', 'Валюта операции', 'Описание'];
    const mapping = guessColumns(bank);
    expect(mapping).toEqual({ date: 0, last_digits: 1, state: 2, amount: 3, currency: 4, text: 5 });
    const read = (state: string, currency: string): string => {
      const [line] = readTable([['21.11.2026 14:02:00', '*1234', state, '9000,00', currency, 'Перевод']], mapping, reading);
      return line?.ok === true ? 'came' : (line?.problem ?? '');
    };
    for (const state of ['OK', 'Исполнен', 'Проведено банком', 'Успешно', '']) expect([state, read(state, 'RUB')]).toEqual([state, 'came']);
    for (const state of ['FAILED', 'В обработке', 'Не исполнен', 'Авторизация'])
      expect([state, read(state, 'RUB')]).toEqual([state, 'not_done']);
    for (const currency of ['RUR', 'руб.', '643', '']) expect([currency, read('OK', currency)]).toEqual([currency, 'came']);
    for (const currency of ['USD', '€', 'USDT (TRC20)']) expect([currency, read('OK', currency)]).toEqual([currency, 'other_currency']);
  });
});
