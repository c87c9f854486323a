import { NO_PROOF, type Proof } from './proof.ts';

/** The part of Google's API that is used here. */
interface Recaptcha {
  ready(callback: () => void): void;
  render(
    container: HTMLElement,
    options: {
      readonly sitekey: string;
      readonly size: 'invisible';
      readonly callback: (token: string) => void;
      readonly 'error-callback': () => void;
    },
  ): number;
  execute(widget: number): void;
}

/** Long enough for a customer who has to choose pictures. */
const TIMEOUT_MS = 180_000;
/** Google's tokens are valid for two minutes. */
const TOKEN_VALID_MS = 110_000;

const loadedRecaptcha = (): Recaptcha | undefined => (globalThis as { readonly grecaptcha?: Recaptcha }).grecaptcha;

let loading: Promise<void> | undefined;

/** Loads the script once per page; a failed load can be retried. */
function load(scriptUrl: string): Promise<void> {
  loading ??= new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = scriptUrl;
    script.async = true;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => reject(new Error('the captcha script did not load')));
    document.head.append(script);
  }).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

function execute(service: Recaptcha, siteKey: string): Promise<Proof> {
  const container = document.createElement('div');
  document.body.append(container);
  return new Promise((resolve) => {
    const finish = (proof: Proof) => {
      clearTimeout(timer);
      container.remove();
      resolve(proof);
    };
    const timer = setTimeout(() => finish(NO_PROOF), TIMEOUT_MS);
    const widget = service.render(container, {
      sitekey: siteKey,
      size: 'invisible',
      callback: (token) => finish({ ok: true, token, validMs: TOKEN_VALID_MS }),
      'error-callback': () => finish(NO_PROOF),
    });
    service.execute(widget);
  });
}

/** Runs the invisible reCAPTCHA; no proof where its script or its result does not arrive. */
export async function solveRecaptcha({ siteKey, scriptUrl }: { readonly siteKey: string; readonly scriptUrl: string }): Promise<Proof> {
  try {
    await load(scriptUrl);
    const service = loadedRecaptcha();
    if (service === undefined) return NO_PROOF;
    await new Promise<void>((resolve) => service.ready(resolve));
    return await execute(service, siteKey);
  } catch {
    return NO_PROOF;
  }
}
