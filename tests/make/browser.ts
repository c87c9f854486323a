import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { LaunchOptions } from '@playwright/test';

/**
 * How Playwright starts the browser: Chromium from npm, unpacked once per user into the temp folder, or `CHROMIUM_PATH`. Libraries and
 * fonts are set for the browser only, never for the tested server.
 */
export async function browserLaunchOptions(): Promise<LaunchOptions> {
  const given = process.env['CHROMIUM_PATH'];
  if (given !== undefined && given !== '') return { executablePath: given, args: ['--no-sandbox'] };
  const folder = path.join(os.tmpdir(), `razmen-chromium-${os.userInfo().uid}`);
  fs.mkdirSync(folder, { recursive: true });
  const executablePath = await withEnvironment({ TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' }, async () => {
    const { default: chromium } = await import('@sparticuz/chromium');
    return chromium.executablePath();
  });
  return {
    executablePath,
    args: ['--no-sandbox'],
    env: {
      ...definedEnvironment(),
      FONTCONFIG_FILE: ownFontConfig(folder),
      LD_LIBRARY_PATH: path.join(folder, 'al2023', 'lib'),
    },
  };
}

/** The package changes the environment while unpacking; restores it for child processes. */
async function withEnvironment<T>(extra: Readonly<Record<string, string>>, work: () => Promise<T>): Promise<T> {
  const before = { ...process.env };
  Object.assign(process.env, extra);
  try {
    return await work();
  } finally {
    for (const key of Object.keys(process.env)) if (!(key in before)) delete process.env[key];
    Object.assign(process.env, before);
  }
}

const definedEnvironment = (): Record<string, string> =>
  Object.fromEntries(Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined));

/** The packaged font configuration names a fixed folder; this one names the unpacked folder. */
function ownFontConfig(folder: string): string {
  const file = path.join(folder, 'fonts', 'own.conf');
  if (!fs.existsSync(file)) {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(
      file,
      `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${path.dirname(file)}</dir><cachedir>${folder}/cache</cachedir></fontconfig>`,
    );
  }
  return file;
}
