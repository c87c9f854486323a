import { errorReporters } from './adapters/errors/index.ts';
import type { App } from './assemble.ts';
import { type Config, readConfig } from './config/config.ts';
import { ConfigError } from './platform/errors.ts';
import { createLog } from './platform/log.ts';

/** A stop that takes longer is ended by force: nothing that was acknowledged is lost, jobs and holds are taken up again. */
const STOP_DEADLINE_MS = 10_000;
const REPORT_DEADLINE_MS = 1000;
/** EX_CONFIG of sysexits: a supervisor need not try again. */
const EXIT_CONFIG = 78;

function readConfigOrExit(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    console.error((error as Error).message);
    process.exit(EXIT_CONFIG);
  }
}

// React has a slow build for developers, chosen by this name when it is first loaded: hence the late import below.
process.env['NODE_ENV'] ??= 'production';

const config = readConfigOrExit();
const reporter = await (config.sentryDsn === undefined
  ? errorReporters.none()
  : errorReporters.sentry({ dsn: config.sentryDsn, environment: config.mode }));
const log = createLog({ level: config.logLevel, onFault: (fields, event) => reporter.report(fields, event) });

function introduce({ firstOwner }: App): void {
  console.log(`Razmen (${config.mode}) is at ${config.publicUrl}`);
  console.log(`Office: ${config.publicUrl}/office`);
  if (firstOwner?.generatedPassword != null)
    console.log(`Owner's sign-in, shown once: ${firstOwner.email} ${firstOwner.generatedPassword}`);
  else if (firstOwner) console.log(`Owner's sign-in: ${firstOwner.email} with the configured password`);
}

async function run(): Promise<App> {
  const { assemble } = await import('./assemble.ts');
  const assembled = await assemble(config, { log });
  try {
    await assembled.start();
  } catch (error) {
    await assembled.stop();
    throw error;
  }
  return assembled;
}

/** Undefined while starting: nothing was acknowledged yet, so that ending at once is a clean stop. */
let app: App | undefined;

function stopWith(code: number): void {
  if (app === undefined) process.exit(code);
  setTimeout(() => process.exit(1), STOP_DEADLINE_MS).unref();
  app
    .stop()
    .catch((error: unknown) => log.error({ error }, 'stop_failed'))
    .then(() => reporter.close(REPORT_DEADLINE_MS))
    .then(
      () => process.exit(code),
      () => process.exit(1),
    );
}

async function reportFailedStart(error: unknown): Promise<never> {
  if (error instanceof ConfigError) {
    console.error(error.message);
    process.exit(EXIT_CONFIG);
  }
  console.error(`The start failed: ${(error as Error).message}`);
  log.error({ error }, 'start_failed');
  await reporter.close(REPORT_DEADLINE_MS);
  process.exit(1);
}

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stopWith(0));
// The launcher ended, even by `kill -9`: no other process can stop this one.
process.on('disconnect', () => stopWith(0));
process.on('unhandledRejection', (error) => log.error({ error }, 'unhandled_rejection'));
process.on('uncaughtException', (error) => {
  log.error({ error }, 'uncaught_exception');
  stopWith(1);
});

try {
  app = await run();
  introduce(app);
} catch (error) {
  await reportFailedStart(error);
}
