import encodeQR from 'qr';

const QUIET_ZONE_CELLS = 2;
/** Cell size of the PNG: large enough for a poster. */
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

/** Downloads the QR code of a link. */
export function saveQr(payload: string, format: 'svg' | 'png'): void {
  const options = { ecc: 'medium', border: QUIET_ZONE_CELLS } as const;
  if (format === 'svg') {
    save(new Blob([encodeQR(payload, 'svg', options)], { type: 'image/svg+xml' }), `${FILE}.svg`);
    return;
  }
  draw(encodeQR(payload, 'raw', options)).toBlob((blob) => {
    if (blob !== null) save(blob, `${FILE}.png`);
  }, 'image/png');
}
