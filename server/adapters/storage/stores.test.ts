import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startStore, type TestStore } from '#tests/make/s3.ts';
import { FILE_STORES, openFiles } from './index.ts';
import { type Files, StorageUnavailable } from './port.ts';
import { readS3Url } from './s3.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'razmen-files-'));
let store: TestStore;
const placeOf = (url: string) => readS3Url(url) ?? null;
beforeAll(async () => {
  store = await startStore();
});
afterAll(async () => {
  await store.stop();
  rmSync(folder, { recursive: true });
});

describe.each(Object.keys(FILE_STORES) as (keyof typeof FILE_STORES)[])('%s', (name) => {
  let files: Files;
  beforeAll(() => {
    const made = FILE_STORES[name]({ folder, s3: placeOf(store.url) });
    if (made === undefined) throw new Error('no store');
    files = made;
  });

  it('returns the last stored bytes', async () => {
    const bytes = Buffer.from(Array.from({ length: 4096 }, (_, i) => (i * 7) % 256));
    await files.put('cheques/a1.pdf', Buffer.from('%PDF'));
    await files.put('cheques/a1.pdf', bytes);
    expect((await files.get('cheques/a1.pdf'))?.equals(bytes)).toBe(true);
  });

  it('accepts the largest upload', async () => {
    const bytes = Buffer.alloc(5 * 1024 * 1024, 'x');
    await files.put('large/one.pdf', bytes);
    expect((await files.get('large/one.pdf'))?.length).toBe(bytes.length);
  });

  it('has no file that was never stored or was removed', async () => {
    await files.put('cheques/gone.pdf', Buffer.from('x'));
    await files.remove('cheques/gone.pdf');
    await files.remove('cheques/gone.pdf');
    expect(await files.get('cheques/gone.pdf')).toBeUndefined();
    expect(await files.get('cheques/none.pdf')).toBeUndefined();
  });

  it('lists the files of a folder without subfolders, and nothing for a missing folder', async () => {
    await Promise.all(['days/1/a.pdf', 'days/1/b.pdf', 'days/2/c.pdf'].map(async (key) => files.put(key, Buffer.from('x'))));
    expect((await files.list('days/1')).toSorted()).toEqual(['days/1/a.pdf', 'days/1/b.pdf']);
    expect(await files.list('days')).toEqual([]);
    expect(await files.list('nowhere')).toEqual([]);
  });

  it.each(['../secret', '/etc/passwd', 'a/../../b', 'a//b', '', 'a\0b', './a'])('refuses the key %j', async (key) => {
    await expect(files.get(key)).rejects.toThrow(/key/);
    await expect(files.put(key, Buffer.from('x'))).rejects.toThrow(/key/);
  });

  it('passes its probe', async () => {
    await expect(files.probe()).resolves.toBeUndefined();
  });
});

describe('the folder', () => {
  it('stores files readable by us only, and no partial files', async () => {
    await openFiles({ folder, s3: null }).put('own/a1.pdf', Buffer.from('%PDF'));
    expect(readdirSync(path.join(folder, 'own'))).toEqual(['a1.pdf']);
    expect(statSync(path.join(folder, 'own/a1.pdf')).mode & 0o077).toBe(0);
  });
});

describe('an S3 store that', () => {
  type Answer = (reply: http.ServerResponse, url: string) => void;
  const say =
    (status: number, body: string): Answer =>
    (reply) =>
      void reply.writeHead(status).end(body);

  async function against<T>(answer: Answer, work: (files: Files) => Promise<T>): Promise<T> {
    const server = http.createServer((request, reply) => {
      request.resume();
      request.on('end', () => answer(reply, request.url ?? ''));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = server.address() as AddressInfo;
      return await work(openFiles({ folder, s3: placeOf(`s3+http://key:secret@127.0.0.1:${port}/bucket-one`) }));
    } finally {
      server.closeAllConnections();
      server.close();
    }
  }
  const everyCall = (files: Files): Promise<unknown>[] => [
    files.put('a/b', Buffer.from('x')),
    files.get('a/b'),
    files.remove('a/b'),
    files.list('a'),
  ];

  it.each<[string, Answer]>([
    ['closes the connection', (reply) => void reply.socket?.destroy()],
    ['is overloaded', say(503, 'SlowDown')],
    ['answers with a page of another server', say(404, '<html>not here</html>')],
  ])('%s is unavailable: no caller learns whether a file exists', async (_name, answer) => {
    await against(answer, async (files) => {
      for (const outcome of await Promise.allSettled(everyCall(files)))
        expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(StorageUnavailable) });
    });
  });

  it('lists by pages is asked for the next page after the last key', async () => {
    const list = (keys: string, more: boolean) => `<ListBucketResult>${keys}<IsTruncated>${more}</IsTruncated></ListBucketResult>`;
    const pages: Answer = (reply, url) => {
      const isFirst = new URL(url, 'http://x').searchParams.get('start-after') === '';
      say(200, isFirst ? list('<Key>a/1.pdf</Key><Key>a/2.pdf</Key>', true) : list('<Key>a/3.pdf</Key>', false))(reply, url);
    };
    expect(await against(pages, async (files) => files.list('a'))).toEqual(['a/1.pdf', 'a/2.pdf', 'a/3.pdf']);
  });

  it('has an object for the folder itself does not list it as a file', async () => {
    const marked = say(200, '<ListBucketResult><Key>a/</Key><Key>a/1.pdf</Key><IsTruncated>false</IsTruncated></ListBucketResult>');
    expect(await against(marked, async (files) => files.list('a'))).toEqual(['a/1.pdf']);
  });

  it('returns a malformed list is unavailable: an empty list would be acted on', async () => {
    const list = (keys: string, more: boolean) => `<ListBucketResult>${keys}<IsTruncated>${more}</IsTruncated></ListBucketResult>`;
    const elsewhere = ['<Key>b/1.pdf</Key>', '<Key>1.pdf</Key>', '<Key>a/b/1.pdf</Key>', '<Key>ab/1.pdf</Key>'].map((key) =>
      list(key, false),
    );
    for (const body of ['', '{}', list('', true), list('<Key>a/</Key>', true), ...elsewhere, list('<Key>a/1.pdf</Key>', true)])
      await expect(against(say(200, body), async (files) => files.list('a'))).rejects.toBeInstanceOf(StorageUnavailable);
  });

  it.each<[string, Answer]>([
    ['does not know our key', say(403, '<Code>SignatureDoesNotMatch</Code>')],
    ['has no such bucket', say(404, '<Code>NoSuchBucket</Code>')],
    ['is in another region', say(301, '<Code>PermanentRedirect</Code>')],
  ])('%s is a fault that an operator must repair', async (_name, answer) => {
    await against(answer, async (files) => {
      for (const outcome of await Promise.allSettled(everyCall(files))) {
        expect(outcome.status).toBe('rejected');
        expect(outcome).not.toMatchObject({ reason: expect.any(StorageUnavailable) });
      }
    });
  });

  it('does not respond is unavailable', async () => {
    const files = openFiles({ folder, s3: placeOf('s3+http://key:secret@127.0.0.1:1/bucket-one') });
    await expect(files.put('a/b', Buffer.from('x'))).rejects.toBeInstanceOf(StorageUnavailable);
  });
});

describe('STORAGE_URL', () => {
  it('contains the endpoint, the bucket, the region and the credentials', () => {
    expect(readS3Url('s3://AKIA:a%2Fb%40c@s3.eu-central-1.example.com/files?region=eu-central-1')).toEqual({
      endpoint: 'https://s3.eu-central-1.example.com',
      bucket: 'files',
      region: 'eu-central-1',
      accessKeyId: 'AKIA',
      secretAccessKey: 'a/b@c',
    });
    expect(readS3Url('s3+http://k:s@minio:9000/files/')).toMatchObject({
      endpoint: 'http://minio:9000',
      bucket: 'files',
      region: 'us-east-1',
    });
  });

  it.each([
    's3://bucket',
    's3://host/bucket',
    's3://key@host/bucket',
    's3://key:secret@host',
    's3://key:secret@host/Bucket',
    's3://key:secret@host/a/b',
    's3://key:secret@host/bucket?acl=public',
    's3://key:%zz@host/bucket',
    'https://key:secret@host/bucket',
    'nonsense',
  ])('refuses %s', (text) => {
    expect(readS3Url(text)).toBeUndefined();
  });
});
