// Pictures of every page in both languages and themes, written to `gallery/`; `npm run gallery -- order` takes the pages whose name contains the word.
import { node, prepare, run } from './prepare.mjs';
import path from 'node:path';

const [only] = process.argv.slice(2);
await prepare();
const env = { ...process.env, PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}`, NODE_ENV: 'test' };
const config = ['--config', 'tests/e2e/gallery/gallery.config.ts', '--reporter=line'];
await run(node, ['node_modules/@playwright/test/cli.js', 'test', ...config, ...(only ? ['-g', `shop that|${only}`] : [])], { env });
console.log('gallery/index.html');
