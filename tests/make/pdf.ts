import { deflateSync } from 'node:zlib';
import PDFDocument from 'pdfkit';

/** A cheque as a bank's program writes it. */
export function chequePdf(lines: readonly string[], info: Readonly<Record<string, string>> = {}): Promise<Buffer> {
  return new Promise((resolve) => {
    const document = new PDFDocument({ info });
    const chunks: Buffer[] = [];
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', () => resolve(Buffer.concat(chunks)));
    for (const line of lines) document.fontSize(14).text(line);
    document.end();
  });
}

interface StreamEncoding {
  /** Entries of the stream's dictionary; `Length` is added. */
  readonly dictionary?: string;
  readonly pack?: (bytes: Buffer) => Buffer;
}

/** A PDF whose catalogue is in an object stream, as current programs write it; `extra` is added to the catalogue. */
export function compressedPdf(
  extra: string,
  { dictionary = '/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode', pack = deflateSync }: StreamEncoding = {},
): Buffer {
  const packed = pack(Buffer.from(`1 0 << /Type /Catalog /Pages 2 0 R ${extra} >>`));
  const head = `%PDF-1.7\n2 0 obj\n<< /Type /Pages /Kids [] /Count 0 >>\nendobj\n3 0 obj\n<< ${dictionary} /Length ${packed.length} >>\nstream\n`;
  return Buffer.concat([Buffer.from(head), packed, Buffer.from('\nendstream\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF\n')]);
}
