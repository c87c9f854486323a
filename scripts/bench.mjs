// `npm run bench`: the benches start the built product.
import { node, prepare, run } from './prepare.mjs';

await prepare();
await run(node, ['tests/bench/run.ts', ...process.argv.slice(2)]);
