import type { HttpResponse } from './response.ts';

export interface FileReply {
  readonly bytes: Buffer;
  readonly fileName: string;
  readonly disposition: 'inline' | 'attachment';
  /** Media type, where the endpoint has several. */
  readonly mediaType?: string;
}

const asciiName = (name: string): string => name.replaceAll(/[^\w.-]/g, '_');

/** A file under our own name, never sniffed or cached, opened only in a sandbox. */
export function fileResponse(types: string | readonly string[], { bytes, fileName, disposition, mediaType }: FileReply): HttpResponse {
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
