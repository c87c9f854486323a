import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import encodeQr from 'qr';

const require = createRequire(import.meta.url);
const FONT = {
  regular: require.resolve('@expo-google-fonts/golos-text/400Regular/GolosText_400Regular.ttf'),
  bold: require.resolve('@expo-google-fonts/golos-text/600SemiBold/GolosText_600SemiBold.ttf'),
} as const;

/** What a receipt says, already in words. */
export interface ReceiptText {
  readonly title: string;
  readonly subtitle: string;
  /** Label and value, top to bottom; `strong` for the two amounts. */
  readonly lines: readonly { readonly label: string; readonly value: string; readonly strong?: true }[];
  readonly verify: string;
  readonly verifyUrl: string;
  readonly footer: string;
  readonly createdAt: Date;
}

const PAGE = { width: 340, margin: 28 } as const;
const INK = '#14231c';
const MUTED = '#5c6a61';
const LINE = '#cfd4cb';
const QR_SIZE = 104;

/** The slip's torn edge, as in every other form of the slip. */
function drawTornEdge(pdf: PDFKit.PDFDocument, y: number): void {
  const tooth = 8;
  pdf.moveTo(0, y);
  for (let x = 0; x < PAGE.width; x += tooth) pdf.lineTo(x + tooth / 2, y + tooth / 2).lineTo(x + tooth, y);
  pdf.lineWidth(0.8).strokeColor(LINE).stroke();
}

function drawQr(pdf: PDFKit.PDFDocument, text: string, at: { x: number; y: number }): void {
  const cells = encodeQr(text, 'raw', { border: 1 });
  const size = QR_SIZE / cells.length;
  pdf.fillColor(INK);
  for (const [row, line] of cells.entries()) {
    for (const [column, isDark] of line.entries()) {
      if (isDark) pdf.rect(at.x + column * size, at.y + row * size, size + 0.05, size + 0.05);
    }
  }
  pdf.fill();
}

function drawLine(pdf: PDFKit.PDFDocument, line: ReceiptText['lines'][number]): void {
  const width = PAGE.width - 2 * PAGE.margin;
  const y = pdf.y;
  const labelWidth = 112;
  pdf
    .font(FONT.regular)
    .fontSize(8.5)
    .fillColor(MUTED)
    .text(line.label, PAGE.margin, y + (line.strong ? 4 : 0), { width: labelWidth });
  const labelEnd = pdf.y;
  pdf
    .font(line.strong ? FONT.bold : FONT.regular)
    .fontSize(line.strong ? 14 : 9.5)
    .fillColor(INK);
  pdf.text(line.value, PAGE.margin + labelWidth, y, { width: width - labelWidth, align: 'right' });
  const bottom = Math.max(pdf.y, labelEnd) + 5;
  pdf
    .moveTo(PAGE.margin, bottom)
    .lineTo(PAGE.width - PAGE.margin, bottom)
    .lineWidth(0.5)
    .strokeColor(LINE)
    .stroke();
  pdf.y = bottom + 6;
}

/** Draws the receipt: a narrow slip with the numbers, and a QR code that opens its verification. Gives the PDF's bytes. */
export async function renderReceipt(receipt: ReceiptText): Promise<Buffer> {
  const height = 225 + receipt.lines.length * 27;
  const pdf = new PDFDocument({
    size: [PAGE.width, height],
    margins: { top: PAGE.margin, left: PAGE.margin, right: PAGE.margin, bottom: 0 },
    info: { Title: receipt.title, Producer: 'Razmen', Creator: 'Razmen', CreationDate: receipt.createdAt },
    font: FONT.regular,
  });
  const chunks: Buffer[] = [];
  const done = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
  });
  pdf.font(FONT.bold).fontSize(16).fillColor(INK).text(receipt.title, PAGE.margin, PAGE.margin);
  pdf.font(FONT.regular).fontSize(9).fillColor(MUTED).text(receipt.subtitle);
  drawTornEdge(pdf, pdf.y + 10);
  pdf.y += 26;
  for (const line of receipt.lines) drawLine(pdf, line);
  const top = pdf.y + 8;
  drawQr(pdf, receipt.verifyUrl, { x: PAGE.margin, y: top });
  const textX = PAGE.margin + QR_SIZE + 16;
  pdf
    .font(FONT.regular)
    .fontSize(8.5)
    .fillColor(MUTED)
    .text(receipt.verify, textX, top, { width: PAGE.width - PAGE.margin - textX });
  pdf.text(receipt.footer, textX, pdf.y + 6, { width: PAGE.width - PAGE.margin - textX });
  drawTornEdge(pdf, height - 18);
  pdf.end();
  return await done;
}
