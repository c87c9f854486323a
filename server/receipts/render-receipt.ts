import { createRequire } from 'node:module';
import encodeQr from 'qr';

const require = createRequire(import.meta.url);
const FONT = {
  regular: require.resolve('@expo-google-fonts/golos-text/400Regular/GolosText_400Regular.ttf'),
  bold: require.resolve('@expo-google-fonts/golos-text/600SemiBold/GolosText_600SemiBold.ttf'),
} as const;

/** A receipt with all texts translated. */
export interface ReceiptText {
  readonly title: string;
  readonly subtitle: string;
  /** Top to bottom; `strong` for the two amounts, `link` for a linked value. */
  readonly lines: readonly { readonly label: string; readonly value: string; readonly strong?: true; readonly link?: string }[];
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

/** The torn edge of the slip, as in the app. */
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
  for (const [row, cellRow] of cells.entries()) {
    for (const [column, isDark] of cellRow.entries()) {
      if (isDark) pdf.rect(at.x + column * size, at.y + row * size, size + 0.05, size + 0.05);
    }
  }
  pdf.fill();
}

type Line = ReceiptText['lines'][number];

const LABEL_WIDTH = 112;
const VALUE_WIDTH = PAGE.width - 2 * PAGE.margin - LABEL_WIDTH;
/** After the header, before the QR code, and below it. */
const GAPS = { header: 26, code: 8, bottom: 30 } as const;
/** From a line's text to its rule, and on to the next line. */
const RULE = { before: 5, after: 6 } as const;

const labelStyle = (pdf: PDFKit.PDFDocument) => pdf.font(FONT.regular).fontSize(8.5);
const valueStyle = (pdf: PDFKit.PDFDocument, { strong }: Line) => pdf.font(strong ? FONT.bold : FONT.regular).fontSize(strong ? 14 : 9.5);
const labelOffset = ({ strong }: Line): number => (strong ? 4 : 0);

/** Height of a line with its rule. */
function heightOfLine(pdf: PDFKit.PDFDocument, line: Line): number {
  const label = labelStyle(pdf).heightOfString(line.label, { width: LABEL_WIDTH }) + labelOffset(line);
  const value = valueStyle(pdf, line).heightOfString(line.value, { width: VALUE_WIDTH });
  return Math.max(label, value) + RULE.before + RULE.after;
}

function drawLine(pdf: PDFKit.PDFDocument, line: Line): void {
  const y = pdf.y;
  const height = heightOfLine(pdf, line);
  labelStyle(pdf)
    .fillColor(MUTED)
    .text(line.label, PAGE.margin, y + labelOffset(line), { width: LABEL_WIDTH });
  valueStyle(pdf, line)
    .fillColor(INK)
    .text(line.value, PAGE.margin + LABEL_WIDTH, y, {
      width: VALUE_WIDTH,
      align: 'right',
      ...(line.link === undefined ? {} : { link: line.link, underline: true }),
    });
  const rule = y + height - RULE.after;
  pdf
    .moveTo(PAGE.margin, rule)
    .lineTo(PAGE.width - PAGE.margin, rule)
    .lineWidth(0.5)
    .strokeColor(LINE)
    .stroke();
  pdf.y = y + height;
}

/** The page is as long as its content: addresses and hashes wrap, and the QR code is never cut. */
function heightOfPage(pdf: PDFKit.PDFDocument, { title, subtitle, lines }: ReceiptText): number {
  const width = PAGE.width - 2 * PAGE.margin;
  const header =
    pdf.font(FONT.bold).fontSize(16).heightOfString(title, { width }) +
    pdf.font(FONT.regular).fontSize(9).heightOfString(subtitle, { width });
  const linesHeight = lines.reduce((sum, line) => sum + heightOfLine(pdf, line), 0);
  return Math.ceil(PAGE.margin + header + GAPS.header + linesHeight + GAPS.code + QR_SIZE + GAPS.bottom);
}

/** Draws the receipt: a narrow slip with the amounts and a QR code of its verification. Returns the PDF's bytes. */
export async function renderReceipt(receipt: ReceiptText): Promise<Buffer> {
  // Loaded by the first receipt
  const { default: PDFDocument } = await import('pdfkit');
  const pdf = new PDFDocument({
    autoFirstPage: false,
    info: { Title: receipt.title, Producer: 'Razmen', Creator: 'Razmen', CreationDate: receipt.createdAt },
    font: FONT.regular,
  });
  const chunks: Buffer[] = [];
  const bytes = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
  });
  const height = heightOfPage(pdf, receipt);
  pdf.addPage({ size: [PAGE.width, height], margins: { top: PAGE.margin, left: PAGE.margin, right: PAGE.margin, bottom: 0 } });
  pdf.font(FONT.bold).fontSize(16).fillColor(INK).text(receipt.title, PAGE.margin, PAGE.margin);
  pdf.font(FONT.regular).fontSize(9).fillColor(MUTED).text(receipt.subtitle);
  drawTornEdge(pdf, pdf.y + 10);
  pdf.y += GAPS.header;
  for (const line of receipt.lines) drawLine(pdf, line);
  const top = pdf.y + GAPS.code;
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
  return await bytes;
}
