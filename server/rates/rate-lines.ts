import { closedSide } from '#core/order/admission.ts';
import type { Direction } from '#core/payment-system/payment-system.ts';
import type { Catalogue } from '#server/payment-systems/catalogue.ts';
import { itemsOf, readSides, updateEntry, type FileEntry, type FileInputs, type References, type UpdateRound } from './file-line.ts';
import { promisedMinutesOf, type MeasuredTimes } from './payout-time.ts';
import type { RateItem } from './rate-file.ts';

/** Entries with the same income and their joined text; separate texts would cost more memory management. */
interface Block {
  readonly entries: readonly FileEntry[];
  /** End of each entry's text within `text`. */
  readonly ends: readonly number[];
  readonly text: string;
}

/** Codes that monitors accept; others cannot be listed. */
const CODE = /^[A-Z0-9]+$/;

interface EntryText {
  readonly entry: FileEntry;
  readonly text: string;
}

function textsOf({ entries, ends, text }: Block): readonly (readonly [Direction, EntryText])[] {
  return entries.map((entry, i) => [entry.direction, { entry, text: text.slice(ends[i - 1] ?? 0, ends[i]) }]);
}

function joinBlock(parts: readonly EntryText[]): Block {
  let end = 0;
  const ends = parts.map(({ text }) => (end += text.length));
  return { entries: parts.map(({ entry }) => entry), ends, text: parts.map(({ text }) => text).join('') };
}

/** Blocks of a catalogue; a direction that is the same object keeps its entry. */
function blocksOf(catalogue: Catalogue, times: MeasuredTimes, before: readonly Block[]): readonly Block[] {
  const previousTexts = new Map(before.flatMap(textsOf));
  const systems = catalogue.paymentSystems();
  const indexByCode = new Map(systems.map((system, index) => [system.code, index]));
  const parts = catalogue.directions().flatMap((direction): readonly EntryText[] => {
    const [incomeIndex, outcomeIndex] = [indexByCode.get(direction.incomeCode), indexByCode.get(direction.outcomeCode)];
    const hasValidCodes = CODE.test(direction.incomeCode) && CODE.test(direction.outcomeCode);
    if (incomeIndex === undefined || outcomeIndex === undefined || !hasValidCodes || direction.fileFlags.hiddenFromFile) return [];
    const isOpen = closedSide({ income: systems[incomeIndex], outcome: systems[outcomeIndex], direction }) === null;
    const previous = previousTexts.get(direction);
    const emptyEntry = { prepared: undefined, fixedParts: undefined, reference: undefined, reserve: 0n };
    const minutes = promisedMinutesOf(times, direction);
    // The fixed parts contain the minutes
    const previousEntry =
      previous === undefined || previous.entry.minutes === minutes ? previous?.entry : { ...previous.entry, fixedParts: undefined };
    return [
      { entry: { ...(previousEntry ?? emptyEntry), direction, incomeIndex, outcomeIndex, isOpen, minutes }, text: previous?.text ?? '' },
    ];
  });
  return [...Map.groupBy(parts, ({ entry }) => entry.incomeIndex).values()].map(joinBlock);
}

/** The block with its changed texts; the same block when none has changed. */
function updateBlock(previous: Block, round: UpdateRound): Block {
  let isChanged = false;
  let start = 0;
  let end = 0;
  const parts: string[] = [];
  const ends: number[] = [];
  for (const [i, entry] of previous.entries.entries()) {
    const newText = updateEntry(entry, round);
    const previousEnd = previous.ends[i] ?? start;
    const text = newText ?? previous.text.slice(start, previousEnd);
    isChanged ||= newText !== undefined;
    start = previousEnd;
    end += text.length;
    parts.push(text);
    ends.push(end);
  }
  return isChanged ? { entries: previous.entries, ends, text: parts.join('') } : previous;
}

export interface RateLines {
  /** Updates entries for about `forMs` milliseconds; true when all are up to date. */
  advance(inputs: FileInputs, forMs: number): boolean;
  /** Changes when any text has changed. */
  revision(): number;
  texts(): readonly string[];
  items(): readonly RateItem[];
}

/** The entries of the rate file in memory, each rebuilt only when its own prices, settings, conditions or reserve have changed (G18). */
export function createRateLines(catalogue: Catalogue): RateLines {
  let blocks: Block[] = [];
  let blockInputs: readonly unknown[] = [];
  let round: UpdateRound | undefined;
  let indexedSymbols: readonly string[] = [];
  let references: References = [];
  let nextBlock = 0;
  let revision = 0;

  function rebuildBlocks({ settings, times }: FileInputs): void {
    const current = [catalogue.paymentSystems(), catalogue.directions(), settings.oldLimits, times];
    if (current.every((part, i) => part === blockInputs[i])) return;
    // Texts depend on these settings and are rebuilt when they change
    blocks = [...blocksOf(catalogue, times, settings.oldLimits === blockInputs[2] ? blocks : [])];
    const symbols = catalogue.paymentSystems().map(({ marketSymbol }) => marketSymbol);
    // A symbol's index is that of its first payment system
    references = symbols.length === indexedSymbols.length && symbols.every((symbol, i) => symbol === indexedSymbols[i]) ? references : [];
    indexedSymbols = symbols;
    blockInputs = current;
    revision += 1;
  }

  const isCurrentRound = (inputs: FileInputs, candidate: UpdateRound | undefined): candidate is UpdateRound =>
    candidate?.snapshot === inputs.snapshot &&
    candidate.times === inputs.times &&
    candidate.settings.floating === inputs.settings.floating &&
    candidate.settings.oldLimits === inputs.settings.oldLimits &&
    blockInputs[0] === catalogue.paymentSystems() &&
    blockInputs[1] === catalogue.directions() &&
    candidate.sides.every(({ system, reserve }) => reserve === catalogue.reserve(system.code));

  function startRound(inputs: FileInputs): UpdateRound {
    rebuildBlocks(inputs);
    nextBlock = 0;
    return { ...inputs, ...readSides(catalogue, inputs.snapshot), references };
  }

  return {
    advance(inputs, forMs) {
      const currentRound = isCurrentRound(inputs, round) ? round : startRound(inputs);
      round = currentRound;
      const until = performance.now() + forMs;
      for (; nextBlock < blocks.length; nextBlock += 1) {
        if (performance.now() > until) return false;
        const before = blocks[nextBlock];
        const after = before && updateBlock(before, currentRound);
        if (after === undefined || after === before) continue;
        blocks[nextBlock] = after;
        revision += 1;
      }
      return true;
    },
    revision: () => revision,
    texts: () => blocks.map(({ text }) => text),
    items: () => blocks.flatMap(({ entries }) => (round ? entries.flatMap((entry) => (round ? itemsOf(entry, round) : [])) : [])),
  };
}
