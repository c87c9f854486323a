import type { Answer } from './answer.ts';

export interface FileReply {
  readonly bytes: Buffer;
  readonly fileName: string;
  readonly disposition: 'inline' | 'attachment';
}

const asciiName = (name: string): string => name.replaceAll(/[^\w.-]/g, '_');

/** Bytes under a name of ours, never sniffed, never kept, opened only in a sandbox. */
export function fileAnswer(mediaType: string, { bytes, fileName, disposition }: FileReply): Answer {
  const name = `filename="${asciiName(fileName)}"; filename*=UTF-8''${encodeURIComponent(fileName)}`;
  return {
    status: 200,
    headers: { 'content-type': mediaType, 'cache-control': 'no-store', 'content-disposition': `${disposition}; ${name}` },
    body: bytes,
  };
}
