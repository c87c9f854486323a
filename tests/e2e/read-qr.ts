import zlib from 'node:zlib';
import decodeQR from 'qr/decode.js';
import type { Page } from './page-test.ts';

interface Cell {
  readonly x: number;
  readonly y: number;
}

const PIXELS = 6;
const QUIET = 4;

/** The text that a phone would read from dark squares of this size. */
function decode(cells: readonly Cell[], size: number): string {
  const [left, top] = [Math.min(...cells.map(({ x }) => x)), Math.min(...cells.map(({ y }) => y))];
  const grid = cells.map(({ x, y }) => ({ column: Math.round((x - left) / size), row: Math.round((y - top) / size) }));
  const side = (Math.max(...grid.map(({ column, row }) => Math.max(column, row))) + 1 + 2 * QUIET) * PIXELS;
  const data = new Uint8Array(side * side * 4).fill(255);
  for (const { column, row } of grid) {
    for (let dy = 0; dy < PIXELS; dy++) {
      const start = (((row + QUIET) * PIXELS + dy) * side + (column + QUIET) * PIXELS) * 4;
      for (let dx = 0; dx < PIXELS; dx++) data.fill(0, start + dx * 4, start + dx * 4 + 3);
    }
  }
  return decodeQR({ width: side, height: side, data });
}

/** The text of the QR code that a page shows under this name. */
export async function readPageQr(page: Page, name: string): Promise<string> {
  const path = await page.getByRole('img', { name }).locator('path').getAttribute('d');
  return decode(
    [...(path ?? '').matchAll(/M(\d+) (\d+)h1v1/g)].map(([, x, y]) => ({ x: Number(x), y: Number(y) })),
    1,
  );
}

/** The text of the QR code that is drawn as squares into a PDF. */
export function readPdfQr(pdf: Buffer): string {
  const text = pdf.toString('latin1');
  const streams = [...text.matchAll(/stream\r?\n/g)]
    .filter(({ index }) => text.slice(index - 3, index) !== 'end')
    .map(({ index, 0: mark }) =>
      zlib.inflateSync(pdf.subarray(index + mark.length, text.indexOf('endstream', index + mark.length))).toString('latin1'),
    );
  const squares = streams
    .flatMap((stream) => [...stream.matchAll(/([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re/g)])
    .map((match) => match.slice(1).map(Number))
    .map(([x = 0, y = 0, width = 0, height = 0]) => ({ x, y, width, height }))
    .filter(({ width, height }) => width === height);
  const size = (squares[0]?.width ?? 0) - 0.05;
  return decode(squares, size);
}
