import { describe, expect, it } from 'vitest';
import { parseBlock, textAt, writeBlock } from './grid-events.ts';
import { formatCell, type CellFormat, type Member, parseCell } from './columns.ts';
import { editStep, EMPTY_HISTORY, isConflict, itemsOf, rebased, write } from './edits.ts';
import { actionOf } from './grid-keys.ts';
import { exactRate, isShown, linesOf, sorted, textOf } from './lines.ts';
import { activeOf, addTo, at, cellsOf, columnOf, countOf, maskOf, reachTo, stepped } from './selection.ts';

const system = (code: string, currency: string, ru: string, scale: number, precision: number) => ({
  code,
  name: { ru, en: code },
  aliases: [],
  currency,
  scale,
  precision,
});
const GRID = {
  taken_at: null,
  systems: [system('SBERRUB', 'RUB', 'Сбербанк', 2, 2), system('BTC', 'BTC', 'Биткоин', 8, 6)],
  rows: [
    [0, 1, true, 'fixed', 10_000, 0, 0, '0', '0', null, '5000000', null, '0.00000012', '-1.00'],
    [1, 0, false, 'floating', 25_000, 0, 0, '0', '0', '1000', null, 1, null, null],
  ],
} satisfies Parameters<typeof linesOf>[0];
const [toBtc, toRub] = linesOf(GRID) as [ReturnType<typeof linesOf>[number], ReturnType<typeof linesOf>[number]];
const cellFormat: CellFormat = { locale: 'ru', words: { on: ['вкл', 'да'], off: ['выкл', 'нет'], fixed: ['фикс.'], floating: ['плав.'] } };
const parse = (member: Member, text: string, line = toBtc) => {
  const parsed = parseCell(member, text, { line, cellFormat });
  return parsed.ok ? parsed.value : `! ${parsed.wrong}`;
};

describe('the text of a cell', () => {
  it('is a percentage with dot or comma, sign and percent sign', () => {
    expect(['1,5', '1.5', ' 1,50 % ', '+2', ',25', '0', '-0'].map((text) => parse('marginPpm', text))).toEqual([
      15_000, 15_000, 15_000, 20_000, 2_500, 0, 0,
    ]);
    expect(['-0,5', '−0.5', '50'].map((text) => parse('marginPpm', text))).toEqual([-5_000, -5_000, 500_000]);
    expect(['', 'x', '1,2,3', '1,00001', '1e3', '=1+1'].map((text) => parse('marginPpm', text))).toEqual(Array(6).fill('! not_percent'));
    expect(['51', '-11'].map((text) => parse('marginPpm', text))).toEqual(Array(2).fill('! percent_range'));
    expect(parse('incomeFeePpm', '-1')).toBe('! percent_range');
  });

  it('is the rate as customers read it, above one; the exact one beside it', () => {
    const text = (line: typeof toBtc) => textOf(line, 'rate', { value: undefined, cellFormat });
    expect([text(toBtc), text(toRub)]).toEqual(['1 BTC = 8\u00A0333\u00A0333,33 ₽', '']);
    expect([exactRate(toBtc, 'ru'), exactRate(toRub, 'ru')]).toEqual(['0,00000012', '']);
  });

  it('is an amount in the currency of its side', () => {
    expect(parse('maxIncome', '1\u00A0000,5')).toBe('100050');
    expect(parse('maxIncome', '0.5', toRub)).toBe('50000000');
    expect([parse('minIncome', ''), parse('incomeFeeFixed', '')]).toEqual([null, '0']);
    expect([parse('maxIncome', '1,005'), parse('maxIncome', '-5')]).toEqual(['! decimals', '! not_amount']);
    expect(parse('outcomeFeeFixed', '0,000001')).toBe('100');
  });

  it('is a word of the language, and is read back unchanged', () => {
    expect([parse('enabled', 'ДА'), parse('enabled', 'нет'), parse('enabled', 'может')]).toEqual([true, false, '! not_switch']);
    expect([parse('rateType', 'плав.'), parse('rateType', '1')]).toEqual(['floating', '! not_type']);
    for (const line of [toBtc, toRub])
      for (const [member, value] of Object.entries(line.values)) {
        const text = formatCell(member as Member, value, { line, cellFormat });
        expect([member, parse(member as Member, text, line)]).toEqual([member, value]);
      }
  });
});

describe('the clipboard', () => {
  it('reads and writes the format of spreadsheets', () => {
    expect(parseBlock('1,5\t2\r\n"a ""b""\tc"\t4\r\n')).toEqual([
      ['1,5', '2'],
      ['a "b"\tc', '4'],
    ]);
    const block = [
      ['1', 'two\nlines'],
      ['"', ''],
    ];
    expect(parseBlock(writeBlock(block))).toEqual(block);
  });

  it('repeats the block over a larger selection', () => {
    const block = [['a', 'b'], ['c']];
    expect([textAt(block, 2, 2), textAt(block, 0, 1), textAt(block, 3, 1)]).toEqual(['a', 'b', 'c']);
  });
});

describe('edits', () => {
  const edited = (text: string, line = toBtc, member: Member = 'marginPpm') =>
    write(EMPTY_HISTORY.now, [{ line, member, text }], cellFormat);

  it('are sent as changed members, with the values that were shown', () => {
    const edits = write(edited('1,5'), [{ line: toBtc, member: 'enabled', text: 'выкл' }], cellFormat);
    expect(itemsOf(edits)).toEqual([
      {
        entity: 'direction',
        key: 'SBERRUB>BTC',
        before: { enabled: true, marginPpm: 10_000 },
        after: { enabled: false, marginPpm: 15_000 },
      },
    ]);
    expect(itemsOf(edited('1,0'))).toEqual([]);
    expect(edited('1,0').size).toBe(0);
  });

  it('keep invalid text as entered, and do not send it', () => {
    const edits = edited('полтора');
    expect(edits.get(toBtc.key)?.marginPpm?.after).toEqual({ text: 'полтора', wrong: 'not_percent' });
    expect(itemsOf(edits)).toEqual([]);
  });

  it('show a colleague’s change as a conflict, and lose nothing', () => {
    const edits = edited('1,5');
    const now = { ...toBtc, values: { ...toBtc.values, marginPpm: 12_000 } };
    const edit = edits.get(toBtc.key)?.marginPpm;
    if (!edit) throw new Error('no edit');
    expect([isConflict(edit, toBtc, 'marginPpm'), isConflict(edit, now, 'marginPpm')]).toEqual([false, true]);
    expect(isConflict(edit, { ...toBtc, values: { ...toBtc.values, marginPpm: 15_000 } }, 'marginPpm')).toBe(false);
    expect(itemsOf(rebased(edits, new Map([[toBtc.key, now]])))).toMatchObject([
      { before: { marginPpm: 12_000 }, after: { marginPpm: 15_000 } },
    ]);
  });

  it('are undone and redone step by step', () => {
    const cells = (text: string) => [{ line: toBtc, member: 'marginPpm' as const, text }];
    let history = editStep(EMPTY_HISTORY, { kind: 'write', cells: cells('2'), cellFormat });
    history = editStep(history, { kind: 'write', cells: cells('3'), cellFormat });
    const margin = () => itemsOf(history.now)[0]?.after?.['marginPpm'];
    const steps = (['undo', 'redo', 'undo', 'undo', 'undo', 'redo', 'clear', 'undo'] as const).map((kind) => {
      history = editStep(history, { kind });
      return margin();
    });
    expect(steps).toEqual([20_000, 30_000, 20_000, undefined, undefined, 20_000, undefined, 20_000]);
  });
});

describe('lines', () => {
  const all = { q: '', income: undefined, outcome: undefined, switch: undefined };
  it('are found in both languages, or on one side of a > in the search', () => {
    expect(isShown(toBtc, { ...all, q: 'сбер btc' })).toBe(true);
    expect([isShown(toBtc, { ...all, q: 'сбер > btc' }), isShown(toRub, { ...all, q: 'сбер > btc' })]).toEqual([true, false]);
    expect([isShown(toBtc, { ...all, switch: 'off' }), isShown(toRub, { ...all, income: 'BTC' })]).toEqual([false, true]);
  });

  it('are sorted by value, empty values last', () => {
    const keys = (sort: string) => sorted([toBtc, toRub], sort).map(({ income }) => income.code);
    expect([keys('marginPpm'), keys('-marginPpm'), keys('minIncome'), keys('enabled')]).toEqual([
      ['SBERRUB', 'BTC'],
      ['BTC', 'SBERRUB'],
      ['BTC', 'SBERRUB'],
      ['SBERRUB', 'BTC'],
    ]);
  });
});

describe('the selection', () => {
  const spot = (row: number, column: number) => ({ row, column });
  it('grows with Shift, gets more cells with Ctrl, and has each cell once', () => {
    const block = reachTo(at(spot(1, 1)), spot(2, 2));
    expect(countOf(block, 10)).toBe(4);
    const more = addTo(addTo(block, spot(5, 0)), spot(1, 1));
    expect(cellsOf(more, 10)).toEqual([spot(1, 1), spot(1, 2), spot(2, 1), spot(2, 2), spot(5, 0)]);
    expect([maskOf(more, 1), maskOf(more, 5), maskOf(more, 3)]).toEqual([0b110, 1, 0]);
  });

  it('selects a whole column and keeps the active cell', () => {
    const column = columnOf(spot(2, 3), 5);
    expect([activeOf(column), cellsOf(column, 5).map(({ row }) => row)]).toEqual([spot(2, 3), [0, 1, 2, 3, 4]]);
    expect(countOf(columnOf(spot(0, 3), 5), 5)).toBe(5);
  });

  it('stays within the grid', () => {
    expect(stepped(spot(0, 0), { rows: -5, columns: 99 }, spot(3, 14))).toEqual(spot(0, 13));
  });
});

describe('keys of the grid', () => {
  const press = (key: string, more: object = {}) =>
    actionOf(
      { key, code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more },
      { spot: { row: 0, column: 13 }, columns: 14 },
    );
  it('are those of spreadsheets, in every layout', () => {
    expect(press('ArrowDown', { shiftKey: true })).toEqual({ kind: 'step', rows: 1, columns: 0, isReaching: true });
    expect(press('в', { ctrlKey: true, code: 'KeyD' })).toEqual({ kind: 'fill' });
    expect(press('я', { ctrlKey: true, code: 'KeyZ', shiftKey: true })).toEqual({ kind: 'redo' });
    expect(press('5')).toEqual({ kind: 'edit', text: '5' });
    expect(press('F2')).toEqual({ kind: 'edit', text: null });
  });

  it('ignores all other keys', () => {
    expect([press('Tab'), press('/'), press('c', { ctrlKey: true, code: 'KeyC' }), press('F5')]).toEqual(Array(4).fill(undefined));
    expect(press('Tab', { shiftKey: true })).toMatchObject({ kind: 'step', columns: -1 });
  });
});
