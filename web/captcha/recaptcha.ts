import { NO_PROOF, type Proof } from './proof.ts';

/** The part of Google's script that we use. */
interface Recaptcha {
  ready(done: () => void): void;
  render(
    place: HTMLElement,
    options: {
      readonly sitekey: string;
      readonly size: 'invisible';
      readonly callback: (token: string) => void;
      readonly 'error-callback': () => void;
    },
  ): number;
  execute(widget: number): void;
}

/** Whoever is shown pictures needs his time. */
const GIVEN_UP_AFTER_MS = 180_000;
/** Google's tokens live for two minutes. */
const LIVES_MS = 110_000;

const present = (): Recaptcha | undefined => (globalThis as { readonly grecaptcha?: Recaptcha }).grecaptcha;

let loading: Promise<void> | undefined;

/** Once for the page; asked for again where it did not come. */
function load(scriptUrl: string): Promise<void> {
  loading ??= new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = scriptUrl;
    script.async = true;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => reject(new Error('the script of the captcha did not come')));
    document.head.append(script);
  }).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

function execute(service: Recaptcha, siteKey: string): Promise<Proof> {
  const place = document.createElement('div');
  document.body.append(place);
  return new Promise((resolve) => {
    const end = (proof: Proof) => {
      clearTimeout(timer);
      place.remove();
      resolve(proof);
    };
    const timer = setTimeout(() => end(NO_PROOF), GIVEN_UP_AFTER_MS);
    const widget = service.render(place, {
      sitekey: siteKey,
      size: 'invisible',
      callback: (token) => end({ ok: true, token, livesMs: LIVES_MS }),
      'error-callback': () => end(NO_PROOF),
    });
    service.execute(widget);
  });
}

/** Google's question, which most people never see: a token, or none where its script or its word does not come. */
export async function askRecaptcha({ siteKey, scriptUrl }: { readonly siteKey: string; readonly scriptUrl: string }): Promise<Proof> {
  try {
    await load(scriptUrl);
    const service = present();
    if (service === undefined) return NO_PROOF;
    await new Promise<void>((resolve) => service.ready(resolve));
    return await execute(service, siteKey);
  } catch {
    return NO_PROOF;
  }
}
