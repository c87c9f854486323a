import { closedSide } from '#core/order/admission.ts';
import type { Direction } from '#core/payment-system/payment-system.ts';
import type { Catalogue } from '#server/payment-systems/catalogue.ts';
import { readSides, updateEntry, type FileEntry, type FileInputs, type References, type UpdateRound } from './file-line.ts';
import { promisedMinutesOf, type MeasuredTimes } from './payout-time.ts';
import type { FileKind, FileTexts } from './rate-file.ts';

/** The texts of several entries as one; separate texts would cost more memory management. */
interface JoinedText {
  /** End of each entry's text within `text`. */
  readonly ends: readonly number[];
  readonly text: string;
}

/** Entries with the same income and their joined texts. */
interface Block extends Readonly<Record<FileKind, JoinedText>> {
  readonly entries: readonly FileEntry[];
}

/** Codes that monitors accept; others cannot be listed. */
const CODE = /^[A-Z0-9]+$/;

interface EntryTexts extends FileTexts {
  readonly entry: FileEntry;
}

const textAt = ({ ends, text }: JoinedText, i: number): string => text.slice(ends[i - 1] ?? 0, ends[i]);

const textsOf = (block: Block): readonly (readonly [Direction, EntryTexts])[] =>
  block.entries.map((entry, i) => [entry.direction, { entry, xml: textAt(block.xml, i), json: textAt(block.json, i) }]);

function joined(texts: readonly string[]): JoinedText {
  let end = 0;
  return { ends: texts.map(({ length }) => (end += length)), text: texts.join('') };
}

const joinBlock = (parts: readonly EntryTexts[]): Block => ({
  entries: parts.map(({ entry }) => entry),
  xml: joined(parts.map(({ xml }) => xml)),
  json: joined(parts.map(({ json }) => json)),
});

/** Blocks of a catalogue; a direction that is the same object keeps its entry. */
function blocksOf(catalogue: Catalogue, times: MeasuredTimes, before: readonly Block[]): readonly Block[] {
  const previousTexts = new Map(before.flatMap(textsOf));
  const systems = catalogue.paymentSystems();
  const indexByCode = new Map(systems.map((system, index) => [system.code, index]));
  const parts = catalogue.directions().flatMap((direction): readonly EntryTexts[] => {
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
    const entry = { ...(previousEntry ?? emptyEntry), direction, incomeIndex, outcomeIndex, isOpen, minutes };
    return [{ entry, xml: previous?.xml ?? '', json: previous?.json ?? '' }];
  });
  return [...Map.groupBy(parts, ({ entry }) => entry.incomeIndex).values()].map(joinBlock);
}

type Changes = readonly (FileTexts | undefined)[];

/** The joined text with its changed parts. The texts between two changes are copied as one. */
function update({ ends, text }: JoinedText, changes: Changes, kind: FileKind): JoinedText {
  const parts: string[] = [];
  const newEnds: number[] = [];
  let copiedTo = 0;
  let shift = 0;
  let start = 0;
  for (const [i, end] of ends.entries()) {
    const newText = changes[i]?.[kind];
    if (newText !== undefined) {
      if (copiedTo < start) parts.push(text.slice(copiedTo, start));
      parts.push(newText);
      copiedTo = end;
      shift += newText.length - (end - start);
    }
    start = end;
    newEnds.push(end + shift);
  }
  parts.push(text.slice(copiedTo));
  return { ends: newEnds, text: parts.join('') };
}

/** The block with its changed texts; the same block when none has changed. */
function updateBlock(previous: Block, round: UpdateRound): Block {
  const { entries, xml, json } = previous;
  const changes = entries.map((entry) => updateEntry(entry, round));
  if (changes.every((change) => change === undefined)) return previous;
  return { entries, xml: update(xml, changes, 'xml'), json: round.withJson ? update(json, changes, 'json') : json };
}

export interface RateLines {
  /** Updates entries for about `forMs` milliseconds; true when all are up to date. */
  advance(inputs: FileInputs, forMs: number): boolean;
  /** Changes when any text has changed. */
  revision(): number;
  texts(kind: FileKind): readonly string[];
}

interface BlockSource {
  readonly catalogue: Catalogue;
  /** Values that the blocks were built from. */
  readonly blockInputs: readonly unknown[];
}

/** Whether a round has these inputs, the blocks of the current catalogue and its reserves. */
const isCurrentRound = (
  round: UpdateRound | undefined,
  inputs: FileInputs,
  { catalogue, blockInputs }: BlockSource,
): round is UpdateRound =>
  round?.snapshot === inputs.snapshot &&
  round.times === inputs.times &&
  round.settings.floating === inputs.settings.floating &&
  round.settings.oldLimits === inputs.settings.oldLimits &&
  round.withJson === inputs.withJson &&
  blockInputs[0] === catalogue.paymentSystems() &&
  blockInputs[1] === catalogue.directions() &&
  round.sides.every(({ system, reserve }) => reserve === catalogue.reserve(system.code));

/** The entries of the rate file in memory, each rebuilt only when its own prices, settings, conditions or reserve have changed (G18). */
export function createRateLines(catalogue: Catalogue): RateLines {
  let blocks: Block[] = [];
  let blockInputs: readonly unknown[] = [];
  let round: UpdateRound | undefined;
  let indexedSymbols: readonly string[] = [];
  let references: References = [];
  let nextBlock = 0;
  let revision = 0;

  function rebuildBlocks({ settings, times, withJson }: FileInputs): void {
    const current = [catalogue.paymentSystems(), catalogue.directions(), settings.oldLimits, withJson, times];
    if (current.every((part, i) => part === blockInputs[i])) return;
    const hasSameTexts = settings.oldLimits === blockInputs[2] && withJson === blockInputs[3];
    blocks = [...blocksOf(catalogue, times, hasSameTexts ? blocks : [])];
    const symbols = catalogue.paymentSystems().map(({ marketSymbol }) => marketSymbol);
    // A symbol's index is that of its first payment system
    references = symbols.length === indexedSymbols.length && symbols.every((symbol, i) => symbol === indexedSymbols[i]) ? references : [];
    indexedSymbols = symbols;
    blockInputs = current;
    revision += 1;
  }

  function startRound(inputs: FileInputs): UpdateRound {
    // A fault below must not leave the last round with the blocks of this one
    round = undefined;
    rebuildBlocks(inputs);
    nextBlock = 0;
    return { ...inputs, ...readSides(catalogue, inputs.snapshot), references };
  }

  function updateNext(currentRound: UpdateRound): void {
    const before = blocks[nextBlock];
    try {
      const after = before && updateBlock(before, currentRound);
      if (after === undefined || after === before) return;
      blocks[nextBlock] = after;
      revision += 1;
    } catch (error) {
      // Entries may have new values with old texts: all are made again
      [blocks, blockInputs] = [[], []];
      throw error;
    }
  }

  return {
    advance(inputs, forMs) {
      const currentRound = isCurrentRound(round, inputs, { catalogue, blockInputs }) ? round : startRound(inputs);
      round = currentRound;
      const until = performance.now() + forMs;
      for (; nextBlock < blocks.length; nextBlock += 1) {
        if (performance.now() > until) return false;
        updateNext(currentRound);
      }
      return true;
    },
    revision: () => revision,
    texts: (kind) => blocks.map((block) => block[kind].text),
  };
}
