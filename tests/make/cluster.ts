import fs from 'node:fs';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { foldersOf } from '#server/platform/db/embedded-cluster.ts';
import { startEmbedded } from '#server/platform/db/embedded.ts';
import { prepareDatabase } from '#server/platform/db/open.ts';
import { withDatabase } from '#server/platform/db/url.ts';
import { makeTempFolder } from './temp-folder.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    databaseServerUrl: string;
    databaseRole: string;
  }
}

export const TEMPLATE = 'razmen_template';
const quiet = { info: () => undefined, warn: () => undefined };

/** Creates the migrated template database that test files copy. */
async function makeTemplate(serverUrl: string, template: string): Promise<string> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(`drop database if exists ${template}`);
  await client.query(`create database ${template}`);
  await client.end();
  return (await prepareDatabase(withDatabase(serverUrl, template), quiet)) ?? '';
}

/**
 * One PostgreSQL server for the whole run, without fsync; its databases are dropped at the end. `TEST_DATABASE_URL` selects
 * another server.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given !== undefined) {
    project.provide('databaseServerUrl', given);
    project.provide('databaseRole', await makeTemplate(given, TEMPLATE));
    return async () => undefined;
  }
  const folder = makeTempFolder('test');
  const server = await startEmbedded(folder, ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=300']);
  project.provide('databaseServerUrl', server.url);
  project.provide('databaseRole', await makeTemplate(server.url, TEMPLATE));
  return async () => {
    await server.stop();
    for (const made of [...foldersOf(folder), folder]) fs.rmSync(made, { recursive: true, force: true });
  };
}
