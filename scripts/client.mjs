// Builds the partners' package into build/client and its archive into build/razmen-client.tgz.
import path from 'node:path';
import { node, prepare, PRODUCT, run } from './prepare.mjs';

await prepare({ packages: PRODUCT, withBuild: false });
const env = { ...process.env, PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}` };
await run(node, ['scripts/build-client.mjs'], { env });
