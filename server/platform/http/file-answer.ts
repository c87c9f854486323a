import type { Answer } from './answer.ts';

export interface FileReply {
  readonly bytes: Buffer;
  readonly fileName: string;
  readonly disposition: 'inline' | 'attachment';
  /** Which of its endpoint's types it is, where there are several. */
  readonly mediaType?: string;
}

const asciiName = (name: string): string => name.replaceAll(/[^\w.-]/g, '_');

/** Bytes under a name of ours, never sniffed, never kept, opened only in a sandbox. */
export function fileAnswer(types: string | readonly string[], { bytes, fileName, disposition, mediaType }: FileReply): Answer {
  const name = `filename="${asciiName(fileName)}"; filename*=UTF-8''${encodeURIComponent(fileName)}`;
  return {
    status: 200,
    headers: {
      'content-type': mediaType ?? [types].flat()[0] ?? 'application/octet-stream',
      'cache-control': 'no-store',
      'content-disposition': `${disposition}; ${name}`,
    },
    body: bytes,
  };
}
