/** A block of texts, row by row. */
export type Block = readonly (readonly string[])[];

/** Parses a spreadsheet's clipboard text: tabs between cells, line breaks between rows, quotes around cells with either. */
export function parseBlock(text: string): Block {
  const rows: string[][] = [[]];
  let cell = '';
  let isQuoted = false;
  const endCell = () => {
    rows.at(-1)?.push(cell);
    cell = '';
  };
  const source = text.replaceAll('\r\n', '\n').replaceAll('\r', '\n').replace(/\n$/, '');
  for (let i = 0; i < source.length; i++) {
    const character = source[i] ?? '';
    if (isQuoted && character === '"' && source[i + 1] === '"') {
      cell += '"';
      i++;
    } else if (character === '"' && (isQuoted || cell === '')) isQuoted = !isQuoted;
    else if (!isQuoted && character === '\t') endCell();
    else if (!isQuoted && character === '\n') {
      endCell();
      rows.push([]);
    } else cell += character;
  }
  endCell();
  return rows;
}

const quoted = (cell: string): string => (/["\t\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

export const writeBlock = (block: Block): string => block.map((row) => row.map(quoted).join('\t')).join('\n');

/** The text for one cell of the target: the block is repeated, as in spreadsheets. */
export function textAt(block: Block, row: number, column: number): string {
  const line = block[row % block.length] ?? [];
  return line[column % Math.max(line.length, 1)] ?? '';
}
