// `npm run campaign`: kills, outages, failover and fuzzing; `npm run campaign -- short` is the form that CI runs after `npm test`.
import { prepare } from './prepare.mjs';
import { runCounted, runVitest } from './suites.mjs';

/** The long form: minutes become hours. A variable that is set already wins. */
const LONG = { KILLS: '30', OUTAGE_MS: '20000', FUZZ_DEPTH: '20' };

await runCounted(async () => {
  await prepare();
  const unset = Object.entries(LONG).filter(([name]) => process.env[name] === undefined);
  await runVitest(['campaign'], process.argv[2] === 'short' ? {} : Object.fromEntries(unset));
});
