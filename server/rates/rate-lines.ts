import { sideInTheWay } from '#core/order/admission.ts';
import type { Direction } from '#core/payment-system/payment-system.ts';
import type { Catalogue } from '#server/payment-systems/catalogue.ts';
import { itemsOf, sidesAt, updateLine, type Line, type LinesAt, type References, type Round } from './file-line.ts';
import { minutesOf, type Measured } from './measured.ts';
import type { RateItem } from './rate-file.ts';

/** The lines of one income, whose texts stand together: texts by line would be moved about with every turn of the memory. */
interface Block {
  readonly lines: readonly Line[];
  /** Where in `text` each line ends. */
  readonly ends: readonly number[];
  readonly text: string;
}

/** The monitors' codes; anything else cannot be named in their file. */
const CODE = /^[A-Z0-9]+$/;

interface Known {
  readonly line: Line;
  readonly text: string;
}

function textsOf({ lines, ends, text }: Block): readonly (readonly [Direction, Known])[] {
  return lines.map((line, i) => [line.direction, { line, text: text.slice(ends[i - 1] ?? 0, ends[i]) }]);
}

function block(parts: readonly Known[]): Block {
  let end = 0;
  const ends = parts.map(({ text }) => (end += text.length));
  return { lines: parts.map(({ line }) => line), ends, text: parts.map(({ text }) => text).join('') };
}

/** The lines of a catalogue; a direction that is the same object as before keeps its line. */
function blocksOf(catalogue: Catalogue, times: Measured, before: readonly Block[]): readonly Block[] {
  const known = new Map(before.flatMap(textsOf));
  const systems = catalogue.paymentSystems();
  const atOf = new Map(systems.map((system, at) => [system.code, at]));
  const parts = catalogue.directions().flatMap((direction): readonly Known[] => {
    const [incomeAt, outcomeAt] = [atOf.get(direction.incomeCode), atOf.get(direction.outcomeCode)];
    const isNamed = CODE.test(direction.incomeCode) && CODE.test(direction.outcomeCode);
    if (incomeAt === undefined || outcomeAt === undefined || !isNamed || direction.fileFlags.hiddenFromFile) return [];
    const isOpen = sideInTheWay({ income: systems[incomeAt], outcome: systems[outcomeAt], direction }) === null;
    const same = known.get(direction);
    const blank = { prepared: undefined, frame: undefined, reference: undefined, reserve: 0n };
    const minutes = minutesOf(times, direction);
    // The frame says how long it takes
    const kept = same === undefined || same.line.minutes === minutes ? same?.line : { ...same.line, frame: undefined };
    return [{ line: { ...(kept ?? blank), direction, incomeAt, outcomeAt, isOpen, minutes }, text: same?.text ?? '' }];
  });
  return [...Map.groupBy(parts, ({ line }) => line.incomeAt).values()].map(block);
}

/** The block with those of its texts made anew that had to be; the same block where none had. */
function updated(old: Block, round: Round): Block {
  let isChanged = false;
  let began = 0;
  let end = 0;
  const parts: string[] = [];
  const ends: number[] = [];
  for (const [i, line] of old.lines.entries()) {
    const made = updateLine(line, round);
    const oldEnd = old.ends[i] ?? began;
    const text = made ?? old.text.slice(began, oldEnd);
    isChanged ||= made !== undefined;
    began = oldEnd;
    end += text.length;
    parts.push(text);
    ends.push(end);
  }
  return isChanged ? { lines: old.lines, ends, text: parts.join('') } : old;
}

export interface RateLines {
  /** Brings lines up to date for about so many milliseconds; true when all of them are. */
  advance(at: LinesAt, forMs: number): boolean;
  /** Another number when some text has changed: what was made of them stands while it is the same. */
  revision(): number;
  texts(): readonly string[];
  items(): readonly RateItem[];
}

/** The lines of the rate file in memory, each made anew only when its own prices, settings, conditions or reserve have changed (G18). */
export function createRateLines(catalogue: Catalogue): RateLines {
  let blocks: Block[] = [];
  let blocksFor: readonly unknown[] = [];
  let round: Round | undefined;
  let symbolsFor: readonly string[] = [];
  let references: References = [];
  let next = 0;
  let revision = 0;

  function plan({ settings, times }: LinesAt): void {
    const now = [catalogue.paymentSystems(), catalogue.directions(), settings.oldLimits, times];
    if (now.every((part, i) => part === blocksFor[i])) return;
    // What is written otherwise under other settings is written anew
    blocks = [...blocksOf(catalogue, times, settings.oldLimits === blocksFor[2] ? blocks : [])];
    const symbols = catalogue.paymentSystems().map(({ marketSymbol }) => marketSymbol);
    // Symbols stand where their first payment system does
    references = symbols.length === symbolsFor.length && symbols.every((symbol, i) => symbol === symbolsFor[i]) ? references : [];
    symbolsFor = symbols;
    blocksFor = now;
    revision += 1;
  }

  const isUnderWay = (at: LinesAt, under: Round | undefined): under is Round =>
    under?.snapshot === at.snapshot &&
    under.times === at.times &&
    under.settings.floating === at.settings.floating &&
    under.settings.oldLimits === at.settings.oldLimits &&
    blocksFor[0] === catalogue.paymentSystems() &&
    blocksFor[1] === catalogue.directions() &&
    under.sides.every(({ system, reserve }) => reserve === catalogue.reserve(system.code));

  function begin(at: LinesAt): Round {
    plan(at);
    next = 0;
    return { ...at, ...sidesAt(catalogue, at.snapshot), references };
  }

  return {
    advance(at, forMs) {
      const now = isUnderWay(at, round) ? round : begin(at);
      round = now;
      const until = performance.now() + forMs;
      for (; next < blocks.length; next += 1) {
        if (performance.now() > until) return false;
        const before = blocks[next];
        const after = before && updated(before, now);
        if (after === undefined || after === before) continue;
        blocks[next] = after;
        revision += 1;
      }
      return true;
    },
    revision: () => revision,
    texts: () => blocks.map(({ text }) => text),
    items: () => blocks.flatMap(({ lines }) => (round ? lines.flatMap((line) => (round ? itemsOf(line, round) : [])) : [])),
  };
}
