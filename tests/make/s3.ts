import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import S3rver from 's3rver';

export interface TestStore {
  /** For `STORAGE_URL`. */
  readonly url: string;
  /** Names of all objects in the bucket. */
  names(): readonly string[];
  /** Safe to call twice. */
  stop(): Promise<void>;
}

const BUCKET = 'razmen-files';

/** A local S3 server with one empty bucket. It checks no signatures. */
export async function startStore(): Promise<TestStore> {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'razmen-s3-'));
  const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets: [{ name: BUCKET, configs: [] }] });
  const { port } = await server.run();
  let stopped: Promise<void> | undefined;
  return {
    url: `s3+http://S3RVER:S3RVER@127.0.0.1:${port}/${BUCKET}?region=us-east-1`,
    names: () =>
      fs
        .readdirSync(path.join(directory, BUCKET), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('_object'))
        .map((name) => name.replace(/\._S3rver_object$/, ''))
        .toSorted(),
    stop: () =>
      (stopped ??= server.close().then(() => {
        fs.rmSync(directory, { recursive: true, force: true });
      })),
  };
}
