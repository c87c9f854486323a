import encodeQR from 'qr';

const QUIET = 2;
/** A poster of a hand's width in print. */
const CELL_PX = 24;
const FILE = 'referral-qr';

function save(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1_000);
}

function draw(cells: readonly (readonly boolean[])[]): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = cells.length * CELL_PX;
  canvas.height = canvas.width;
  const context = canvas.getContext('2d');
  if (context === null) return canvas;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = '#000';
  for (const [y, row] of cells.entries())
    for (const [x, isDark] of row.entries()) if (isDark) context.fillRect(x * CELL_PX, y * CELL_PX, CELL_PX, CELL_PX);
  return canvas;
}

/** Saves the code of a link as a file of its own. */
export function saveQr(payload: string, format: 'svg' | 'png'): void {
  const look = { ecc: 'medium', border: QUIET } as const;
  if (format === 'svg') {
    save(new Blob([encodeQR(payload, 'svg', look)], { type: 'image/svg+xml' }), `${FILE}.svg`);
    return;
  }
  draw(encodeQR(payload, 'raw', look)).toBlob((blob) => {
    if (blob !== null) save(blob, `${FILE}.png`);
  }, 'image/png');
}
